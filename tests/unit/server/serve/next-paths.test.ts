import { decodedPath, isOfApi } from '@/server/serve/next-paths';

test.each([
  ['/api/coin/all', true],
  // Next would find its own copy of the route.
  ['/api/%63oin/all', true],
  ['/api/coin%2Fall', true],
  ['/api/nowhere', true],
  ['/api/previe%77', false],
  ['/api/preview/exit', false],
  ['/api/docs', false],
  ['/api/coin/all/', false],
  ['/api//coin/all', false],
  ['/api/coin/%ff', false],
  ['/api/coin/%25', false],
  ['/home', false],
])('API-1 the bundled API answers %s: %s', (path, isExpected) => {
  expect(isOfApi(decodedPath(path))).toBe(isExpected);
});
