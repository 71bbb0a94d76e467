import { chooseCurrency, setVisitCurrency, useCurrency } from '@/lib/preferences/currency';
import { setVisit } from '@/lib/preferences/visit';
import { visitScript } from '@/lib/preferences/visit-script';

const root = document.documentElement;

/** Runs the inline script as a browser does on a page with this URL. */
function visit(address: string) {
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
  root.className = 'font light';
  root.removeAttribute('style');
  window.history.replaceState(null, '', address);
  new Function(visitScript())();
  return { ...root.dataset };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  window.matchMedia = ((query: string) => ({ matches: query.includes('dark') })) as typeof window.matchMedia;
});

test('SITE-11 URL parameters set the visit settings, and later pages keep them', () => {
  const settings = { embed: '1', theme: 'dark', currency: 'EUR', lang: 'en_US' };
  expect(visit('/about?embed=1&theme=dark&currency=EUR&lang=en_US')).toEqual(settings);
  expect(root.className).toBe('font dark');
  expect(root.style.colorScheme).toBe('dark');
  expect(visit('/home')).toEqual(settings);
  expect(visit('/home?theme=light&embed=0')).toEqual({ ...settings, theme: 'light', embed: '0' });
  expect(root.className).toBe('font light');
  expect(Object.keys(localStorage)).toEqual([]);
});

test('SITE-11 a first page without parameters changes nothing', () => {
  expect(visit('/home')).toEqual({});
  expect(root.className).toBe('font light');
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('SITE-11 ?theme=system follows the system setting', () => {
  visit('/home?theme=system');
  expect(root.className).toBe('font dark');
});

test.each([
  '?embed=2',
  '?embed=true',
  '?theme=pink',
  '?theme=Dark',
  '?currency=eur',
  '?currency=EURO',
  '?lang=fr_FR',
])('SITE-11 ignores %s in the URL and in storage', (search) => {
  expect(visit(`/home${search}`)).toEqual({});
  for (const [name, value] of new URLSearchParams(search)) sessionStorage.setItem(`tidewell.${name}`, value);
  expect(visit('/home')).toEqual({});
});

test.each(['/zh-Hant//evil.example', '/zh-Hant/\\\\evil.example', '/zh-Hant/about', '/zh-Hant'])(
  'SITE-11 I18N-1 switching %s to English stays on this host',
  (path) => {
    // window.location can't be mocked, so the script gets its own `location`.
    const replace = jest.fn();
    const location = { pathname: path, search: '?lang=en_US', hash: '#x', replace };
    new Function('location', visitScript())(location);
    const target = new URL(replace.mock.calls[0]?.[0], 'https://site.example/zh-Hant');
    expect(target.host).toBe('site.example');
    expect([target.search, target.hash]).toEqual(['?lang=en_US', '#x']);
  },
);

test('SITE-11 applies the URL parameters when storage is unavailable', () => {
  const refused = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(visit('/home?embed=1')).toEqual({ embed: '1' });
  refused.mockRestore();
  expect(visit('/home')).toEqual({});
});

test('SITE-11 stores a visit setting, exposes it to CSS and updates its URL parameter', () => {
  window.history.replaceState(null, '', '/home?theme=dark&from=x');
  setVisit('theme', 'light');
  expect(root.dataset.theme).toBe('light');
  expect(sessionStorage.getItem('tidewell.theme')).toBe('light');
  expect(window.location.search).toBe('?theme=light&from=x');
  setVisit('theme', null);
  expect(root.dataset.theme).toBeUndefined();
  expect(sessionStorage.getItem('tidewell.theme')).toBeNull();
  expect(window.location.search).toBe('?from=x');
});

test('SITE-11 CUR-1 the visit currency does not change the stored one, and a user choice ends it', () => {
  chooseCurrency('JPY');
  setVisitCurrency('EUR');
  expect(useCurrency.getState().currency).toBe('EUR');
  expect(localStorage.getItem('legalItem')).toBe('JPY');
  setVisitCurrency(null);
  expect(useCurrency.getState().currency).toBe('JPY');
  setVisitCurrency('EUR');
  chooseCurrency('GBP');
  expect([useCurrency.getState().currency, sessionStorage.getItem('tidewell.currency')]).toEqual([
    'GBP',
    null,
  ]);
});
