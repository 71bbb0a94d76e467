/** @jest-environment node */

import { RDNS } from '@/components/wallet/connect/read-announcement';
import { providerScript, reverseDomain } from '@/lib/server/dapp-provider/provider-script';

const WALLET = 'https://wallet.example';
type Sent = { id: string; method: string; params?: unknown };
type Provider = {
  request: (asked?: unknown) => Promise<unknown>;
  isConnected: () => boolean;
} & Record<'on' | 'once' | 'off' | 'removeListener' | 'removeAllListeners', (...args: unknown[]) => Provider>;
type Detail = { info: Record<string, string>; provider: Provider };

let source = '';
beforeAll(async () => {
  source = await providerScript(`${WALLET}/`);
});

type Page = {
  ancestors?: readonly string[] | undefined;
  src?: string;
  isTop?: boolean;
  ethereum?: unknown;
  isAnnounceOnly?: boolean;
};

/** Runs the script in a page that a parent frames. */
function openPage({ ancestors, src = `${WALLET}/dapp-provider.js`, isTop, ethereum, isAnnounceOnly }: Page) {
  const sent: { message: Sent; target: string }[] = [];
  const parent = {
    postMessage: (message: Sent, target: string) =>
      void sent.push({ message: structuredClone(message), target }),
  };
  const page = new EventTarget();
  const errors: unknown[] = [];
  Object.assign(page, {
    parent: isTop ? page : parent,
    location: { ancestorOrigins: ancestors },
    ...(ethereum === undefined ? {} : { ethereum }),
  });
  const announced: Detail[] = [];
  page.addEventListener('eip6963:announceProvider', (event) =>
    announced.push((event as CustomEvent<Detail>).detail),
  );
  const document = { currentScript: { src, hasAttribute: () => isAnnounceOnly === true } };
  new Function('window', 'document', 'reportError', source)(page, document, (error: unknown) =>
    errors.push(error),
  );
  const receive = (data: unknown, from: { origin?: string; source?: unknown } = {}) => {
    const event = Object.assign(new Event('message'), { data, origin: WALLET, source: parent, ...from });
    page.dispatchEvent(event);
  };
  const answer = (result: unknown, from = {}) =>
    receive({ jsonrpc: '2.0', id: sent.at(-1)?.message.id, result }, from);
  return { page: page as EventTarget & { ethereum?: Provider }, sent, announced, errors, receive, answer };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('DAPP-6 the script is readable, and has the wallet’s own name, icon, and reverse domain name', () => {
  expect(source).toMatch(/^\/\*\*\n \* Offers the wallet/);
  expect(source).not.toContain('WALLET_INFO');
  const { announced } = openPage({ ancestors: [WALLET] });
  const [{ info }] = announced as [Detail];
  expect(info).toMatchObject({ name: 'Tidewell', rdns: expect.stringMatching(RDNS) });
  expect(info.icon).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Object.isFrozen(announced[0])).toBe(true);
});

test.each([
  ['https://wallet.example.org/', 'org.example.wallet'],
  ['http://127.0.0.1:3410/', 'localhost.wallet'],
  ['http://[::1]:3410/', 'localhost.wallet'],
  ['http://localhost:3410/', 'localhost.wallet'],
])('DAPP-6 the reverse domain name of %s is %s', (origin, expected) => {
  expect(reverseDomain(origin)).toBe(expected);
  expect(expected).toMatch(RDNS);
});

test.each([
  ['at the top', { isTop: true }],
  ['framed by another page', { ancestors: ['https://evil.example', WALLET] }],
  ['framed by nobody that it can name', { ancestors: [] }],
  ['as a copy at another origin', { ancestors: [WALLET], src: 'https://dapp.example/dapp-provider.js' }],
  ['inline', { ancestors: [WALLET], src: '' }],
] as [string, Page][])('DAPP-6 the script does nothing %s', async (_, options) => {
  const { page, sent, announced } = openPage(options);
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  await settle();
  expect([sent, announced, page.ethereum]).toEqual([[], [], undefined]);
});

test('DAPP-6 announces the provider at once, again on request, and as window.ethereum if there is none', () => {
  const { page, announced } = openPage({ ancestors: [WALLET] });
  expect(announced).toHaveLength(1);
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  expect(announced).toHaveLength(2);
  expect(announced[1]?.info).toEqual(announced[0]?.info);
  expect(page.ethereum).toBe(announced[0]?.provider);
  expect(openPage({ ancestors: [WALLET], ethereum: 'other' }).page.ethereum).toBe('other');
  expect(openPage({ ancestors: [WALLET], isAnnounceOnly: true }).page.ethereum).toBeUndefined();
});

test('DAPP-6 where the browser names no parent, announces only after the wallet’s answer', async () => {
  const { page, sent, announced, answer } = openPage({});
  // A parent at another origin never gets the message, because of its target.
  expect(sent).toMatchObject([{ message: { method: 'eth_chainId' }, target: WALLET }]);
  answer('0x1', { origin: 'https://evil.example' });
  answer('0x1', { source: {} });
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  await settle();
  expect([announced, page.ethereum]).toEqual([[], undefined]);
  answer('0x1');
  await settle();
  expect(announced).toHaveLength(1);
});

test('DAPP-6 requests resolve or reject by ID, and only with the wallet’s answers', async () => {
  const { page, sent, receive } = openPage({ ancestors: [WALLET] });
  const provider = page.ethereum as Provider;
  const first = provider.request({ method: 'eth_call', params: [{ to: '0x' }] });
  const second = provider.request({ method: 'personal_sign' });
  const [, one, two] = sent.map(({ message }) => message) as [Sent, Sent, Sent];
  expect(one).toEqual({ jsonrpc: '2.0', id: one.id, method: 'eth_call', params: [{ to: '0x' }] });
  expect(one.id).not.toBe(two.id);
  receive({ jsonrpc: '2.0', id: one.id, result: 'forged' }, { origin: 'https://evil.example' });
  receive({ id: one.id, result: 'another protocol' });
  receive({ jsonrpc: '2.0', id: 'other', result: 'unknown' });
  receive({ jsonrpc: '2.0', id: two.id, error: { code: 4001, message: 'Rejected', data: { a: 1 } } });
  receive({ jsonrpc: '2.0', id: one.id, result: '0xff' });
  expect(await first).toBe('0xff');
  const error = await second.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ code: 4001, message: 'Rejected', data: { a: 1 } });
  for (const wrong of [undefined, null, {}, { method: 7 }])
    await expect(provider.request(wrong)).rejects.toMatchObject({ code: -32600 });
  await expect(provider.request({ method: 'a', params: [() => 1] })).rejects.toMatchObject({ code: -32602 });
});

test('DAPP-6 events reach each listener until it is removed, and connect follows the first answer', async () => {
  const { page, receive, answer, errors } = openPage({ ancestors: [WALLET] });
  const provider = page.ethereum as Provider;
  const heard: unknown[] = [];
  const listener = (value: unknown) => heard.push(value);
  const failing = () => {
    throw new Error('a listener of the page');
  };
  provider.on('connect', listener).once('chainChanged', failing).once('chainChanged', listener);
  provider.on('accountsChanged', listener).on('disconnect', listener).on('nothing', listener);
  expect(provider.isConnected()).toBe(false);
  answer('0x1');
  await settle();
  expect([heard, provider.isConnected()]).toEqual([[{ chainId: '0x1' }], true]);
  const notify = (method: string, params: unknown) => receive({ jsonrpc: '2.0', method, params });
  notify('chainChanged', '0x2');
  notify('chainChanged', '0x3');
  notify('accountsChanged', ['0xaa']);
  notify('nothing', 1);
  notify('__proto__', 1);
  receive({ jsonrpc: '2.0', method: 'accountsChanged', params: ['0xbb'] }, { source: page });
  provider.removeListener('accountsChanged', listener);
  notify('accountsChanged', []);
  notify('disconnect', { code: 1013, message: 'Unreachable' });
  expect(heard.slice(1)).toEqual(['0x2', ['0xaa'], expect.objectContaining({ code: 1013 })]);
  expect(provider.isConnected()).toBe(false);
  expect(errors).toEqual([expect.objectContaining({ message: 'a listener of the page' })]);
  provider.removeAllListeners();
  notify('connect', { chainId: '0x1' });
  expect(heard).toHaveLength(4);
});
