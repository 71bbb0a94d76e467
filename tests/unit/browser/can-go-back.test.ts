/** Loads a fresh copy of the module, as a page load does. */
async function load() {
  jest.resetModules();
  return import('@/lib/browser/can-go-back');
}

const go = (to: () => void) =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    to();
  });

function reachedFrom(referrer: string, length: number) {
  jest.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  jest.spyOn(window.history, 'length', 'get').mockReturnValue(length);
}

beforeEach(() => window.history.pushState(null, '', '/'));
afterEach(() => jest.restoreAllMocks());

test('SITE-10 SITE-11 without the Navigation API, navigation steps determine whether going back is possible', async () => {
  const { canGoBack, noteStep } = await load();
  noteStep();
  expect(canGoBack()).toBe(false);
  window.history.pushState({ kept: true }, '', '/terms');
  noteStep();
  expect(canGoBack()).toBe(true);
  expect(window.history.state).toEqual({ kept: true, step: 1 });
  await go(() => window.history.back());
  noteStep();
  expect(canGoBack()).toBe(false);
  await go(() => window.history.forward());
  noteStep();
  expect(canGoBack()).toBe(true);

  const reloaded = await load();
  reloaded.noteStep();
  expect(reloaded.canGoBack()).toBe(true);
});

test.each([
  ['a link of this site', `${window.location.origin}/about`, 2, true],
  ['a link of this site in a new tab', `${window.location.origin}/about`, 1, false],
  ['another site', 'https://example.org/', 2, false],
  ['another site whose name begins alike', `${window.location.origin}.example.org/`, 2, false],
  ['no link', '', 2, false],
])(
  'SITE-10 without the Navigation API, detects whether back is possible on a page reached via %s',
  async (_, referrer, length, expected) => {
    reachedFrom(referrer, length);
    const { canGoBack, noteStep } = await load();
    noteStep();
    expect(canGoBack()).toBe(expected);
  },
);
