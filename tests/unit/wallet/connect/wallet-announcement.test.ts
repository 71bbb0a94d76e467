import { readAnnouncement, readIcon } from '@/components/wallet/connect/read-announcement';

const provider = { request: async () => null };
const info = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Harbour',
  rdns: 'test.harbour',
  icon: 'data:image/png;base64,iVBORw0KGgo=',
};

const read = (detail: unknown) => readAnnouncement(new CustomEvent('eip6963:announceProvider', { detail }));
const withInfo = (change: Record<string, unknown>) => read({ info: { ...info, ...change }, provider });

const throwing = (name: string, target: object) =>
  Object.defineProperty({ ...target }, name, {
    enumerable: true,
    get: () => {
      throw new Error('hostile getter');
    },
  });

test('WAL-1 a valid announcement is copied into a new frozen object', () => {
  const detail = { info: { ...info }, provider };
  const wallet = read(detail);
  expect(wallet).toEqual({
    id: 'test.harbour',
    name: 'Harbour',
    rdns: 'test.harbour',
    icon: info.icon,
    provider,
  });
  expect(wallet?.provider).toBe(provider);
  expect(Object.isFrozen(wallet)).toBe(true);
  detail.info.name = 'Changed later';
  expect(wallet?.name).toBe('Harbour');
});

test.each<[string, unknown]>([
  ['no detail', undefined],
  ['null', null],
  ['a text', 'wallet'],
  ['an empty object', {}],
  ['no info', { provider }],
  ['info null', { info: null, provider }],
  ['no provider', { info }],
  ['a provider without request', { info, provider: {} }],
  ['a provider whose request is no function', { info, provider: { request: 'eth_chainId' } }],
  [
    'a provider that is a promise that never settles',
    { info, provider: Object.assign(new Promise(() => {}), provider) },
  ],
  ['a text as provider', { info, provider: 'provider' }],
  ['a throwing detail', throwing('info', { provider })],
  ['a throwing info', { info: throwing('uuid', info), provider }],
  ['a throwing icon', { info: throwing('icon', info), provider }],
  ['a throwing provider', { info, provider: throwing('request', {}) }],
  [
    'a revoked proxy',
    (() => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return { info: proxy, provider };
    })(),
  ],
])('WAL-1 an announcement with %s is dropped', (_, detail) => {
  expect(read(detail)).toBeNull();
});

test('WAL-1 an event without a detail, or with a detail that throws, is dropped', () => {
  const event = new Event('eip6963:announceProvider');
  expect(readAnnouncement(event)).toBeNull();
  expect(readAnnouncement(throwing('detail', {}) as Event)).toBeNull();
});

test.each<[string, Record<string, unknown>]>([
  ['no uuid', { uuid: undefined }],
  ['an empty uuid', { uuid: '' }],
  ['a uuid of another form', { uuid: 'wallet-1' }],
  ['an object as uuid', { uuid: { toString: () => info.uuid } }],
  ['no rdns', { rdns: undefined }],
  ['a number as rdns', { rdns: 7 }],
  ['an rdns of one label', { rdns: 'harbour' }],
  ['an rdns with an empty label', { rdns: 'test..harbour' }],
  ['an rdns with spaces', { rdns: 'test.harbour wallet' }],
  ['an rdns in Cyrillic letters', { rdns: 'io.mеtamask' }],
  ['an rdns of more than 253 characters', { rdns: Array(64).fill('abc').join('.') }],
  ['no name', { name: undefined }],
  ['an empty name', { name: '' }],
  ['a name of spaces', { name: ' \u00a0\u3000' }],
  ['a name of zero-width spaces', { name: '\u200b\u200b\u2060\ufeff' }],
  ['a name of fillers', { name: '\u3164\u115f\u2800\u034f' }],
  ['a name of bidirectional controls', { name: '\u202e\u2066\u2069' }],
  ['a name of marks alone', { name: '\u0301\u0302' }],
  ['a name with marks piled on a letter', { name: `Harb${'\u0301'.repeat(5)}our` }],
  ['a name of 65 characters', { name: 'a'.repeat(65) }],
  ['a name of a megabyte', { name: 'a'.repeat(1 << 20) }],
  ['an object as name', { name: { toString: () => 'Harbour' } }],
])('WAL-1 a wallet with %s is dropped', (_, change) => {
  expect(withInfo(change)).toBeNull();
});

test.each([
  ['Harbour\u200b', 'Harbour'],
  ['\u202eruobraH\u202c', 'ruobraH'],
  ['  Harbour \n\t Wallet ', 'Harbour Wallet'],
  ['Har\u0000bour\ud800', 'Harbour'],
  ['海港錢包', '海港錢包'],
  ['🦊 Fox', '🦊 Fox'],
  ['a'.repeat(64), 'a'.repeat(64)],
  [`${'🦊'.repeat(64)}\u200b`, '🦊'.repeat(64)],
])('WAL-1 the name %j is listed as %j', (name, listed) => {
  expect(withInfo({ name })?.name).toBe(listed);
});

test('WAL-1 a property that could change between reads is read only once', () => {
  let reads = 0;
  const shifting = new Proxy(info, {
    get: (target, key) => {
      if (key !== 'name') return Reflect.get(target, key);
      reads += 1;
      return reads === 1 ? 'Harbour' : '\u200b';
    },
  });
  expect(read({ info: shifting, provider })?.name).toBe('Harbour');
  expect(reads).toBe(1);
});

const svg = (text: string) => `data:image/svg+xml,${encodeURIComponent(text)}`;
const root = (content: string) =>
  svg(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`);

test.each<[string, unknown]>([
  ['none', undefined],
  ['an object', { trim: 'no' }],
  ['an empty text', ''],
  ['an address', 'https://tracker.invalid/icon.png'],
  ['a page', 'data:text/html,<script>alert(1)</script>'],
  ['an image that is no picture', 'data:image/svg,<svg/>'],
  ['a script address', 'javascript:alert(1)'],
  ['129 KiB', `data:image/png;base64,${'A'.repeat(129 * 1024)}`],
  ['a script', root('<script>alert(1)</script>')],
  ['a script of another namespace', root('<svg:script>alert(1)</svg:script>')],
  ['a script in base64', `data:image/svg+xml;base64,${btoa('<svg><script/></svg>')}`],
  ['base64 that is none', 'data:image/svg+xml;base64,***'],
  ['a handler', svg('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a handler after a slash', svg('<svg/onload=alert(1)>')],
  ['foreign content', root('<foreignObject><p>text</p></foreignObject>')],
  ['an image elsewhere', root('<image href="https://tracker.invalid/pixel.png"/>')],
  ['an SVG within', root('<image href="data:image/svg+xml,%3Csvg/%3E"/>')],
  ['a use elsewhere', root('<use xlink:href = "https://tracker.invalid/icon.svg#a"/>')],
  ['an import', root('<style>@import "https://tracker.invalid/a.css";</style>')],
  ['a fill elsewhere', root('<rect fill="url( \'https://tracker.invalid/a.svg#b\')"/>')],
  ['a style sheet', svg('<?xml-stylesheet href="#a"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an entity', svg('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>')],
  ['a hidden address', root('<image href="&#104;ttps://tracker.invalid/"/>')],
  ['UTF-16', `data:image/svg+xml;base64,${btoa('<\0s\0v\0g\0/\0>\0')}`],
  ['references upon references', root('<use href="#a"/>'.repeat(17))],
])('WAL-1 an icon with %s is dropped, but its wallet is kept', (_, icon) => {
  expect(withInfo({ icon })).toMatchObject({ name: 'Harbour', icon: null });
});

test.each([
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/webp;base64,UklGRg==',
  'data:image/jpeg,%FF%D8',
  ' data:image/gif;base64,R0lGODlh\n',
  root('<g id="a"><path d="M0 0h1v1"/></g><use xlink:href="#a"/><rect fill="url(#b)"/>'),
  root('<image href="data:image/png;base64,iVBORw0KGgo="/>'),
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="100%"/>',
  `data:image/svg+xml;charset=utf-8;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`,
])('WAL-1 the icon %s is accepted', (icon) => {
  expect(readIcon(icon)).toBe(icon.trim());
});
