/** @jest-environment node */
import { routeTemplate } from '@/lib/server/metrics/route-template';

test.each([
  ['/api/coin/all', undefined, '/api/coin/all'],
  ['/api/coin/all', {}, '/api/coin/all'],
  ['/api/coin/7', { id: '7' }, '/api/coin/{id}'],
  ['/api/coin/coin', { id: 'coin' }, '/api/coin/{id}'],
  ['/api/coin/a%20b', { id: 'a b' }, '/api/coin/{id}'],
  ['/api/coin/a%20b', { id: 'a%20b' }, '/api/coin/{id}'],
  ['/api/nothing/at/all', { path: ['nothing', 'at', 'all'] }, '/api/*'],
  ['/api', { path: undefined }, '/api'],
  // What cannot be matched gets one label, not one of its own.
  ['/api/coin/%ff', { id: '\ufffd' }, 'unknown'],
])('OPS-3 the label of %s is bounded', (pathname, params, template) => {
  expect(routeTemplate(pathname, params)).toBe(template);
});
