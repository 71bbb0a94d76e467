import { WORKER_PATH } from '@/lib/worker/worker-path';

/** Policies by name, as the browser gets them. jsdom has no Trusted Types. */
const created = new Map<string, TrustedTypePolicyOptions>();
const setTrustedTypes = (trustedTypes: object | undefined) => Object.assign(window, { trustedTypes });
beforeAll(async () => {
  setTrustedTypes({
    createPolicy: (name: string, options: TrustedTypePolicyOptions) => created.set(name, options),
  });
  await import('@/instrumentation-client');
});
const policy = () => created.get('default');

test.each([
  ['/_next/static/chunks/a.js', true],
  ['http://localhost/_next/static/chunks/a.js?x=1', true],
  [WORKER_PATH, true],
  ['/sw.js?x=1', false],
  ['//example.org/sw.js', false],
  ['https://localhost/_next/static/chunks/a.js', false],
  ['//example.org/_next/static/chunks/a.js', false],
  ['https://example.org/_next/static/chunks/a.js', false],
  ['/_next/static/../../avatars/a.js', false],
  ['/avatars/a.js', false],
  ['data:text/javascript,1', false],
  ['javascript:1', false],
])('OPS-5 a script may be loaded from %s: %s', (url, isAllowed) => {
  expect(policy()?.createScriptURL?.(url)).toBe(isAllowed ? url : null);
});

test.each([
  ['', true],
  ['1 > 0 & true', true],
  ['<script></script>', true],
  ['<script src="/a.js"></script>', false],
  ['<SCRIPT></SCRIPT>', false],
  ['<b>', false],
])('OPS-5 %j may be written into the page: %s', (html, isAllowed) => {
  expect(policy()?.createHTML?.(html)).toBe(isAllowed ? html : null);
});

test('OPS-5 the page still works if a browser extension has created a default policy', async () => {
  setTrustedTypes({
    createPolicy: () => {
      throw new TypeError('Policy with name "default" already exists.');
    },
  });
  jest.resetModules();
  await expect(import('@/instrumentation-client')).resolves.toBeDefined();
});

test('OPS-5 without Trusted Types in the browser, nothing is created', async () => {
  setTrustedTypes(undefined);
  jest.resetModules();
  await import('@/instrumentation-client');
  expect([...created.keys()]).toEqual(['default']);
});
