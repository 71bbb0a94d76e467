import { webcrypto } from 'node:crypto';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { decodeProtectedHeader } from 'jose';
import { PIN_SCRIPT } from '@/lib/server/card/frame/pin-script';
import { PinKey } from '@/scripts/issuer/state/pin-key';
import { until } from '../../../support/until';

const SITE = 'http://127.0.0.1:3000';
const KEY_URL = 'https://keys.invalid/v1/keys';
const words = {
  pin: 'New PIN',
  again: 'New PIN again',
  submit: 'Set PIN',
  digits: 'Enter four digits.',
  differs: "They don't match.",
};
const issuer = new PinKey();
const realFetch = globalThis.fetch;
let sent: unknown[];
let served: () => Promise<Response>;
/** Listeners of the script, removed after each test. */
let listeners: AbortController;

const say = (data: unknown, origin = SITE, source: MessageEventSource | null = window) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
const message = { kind: 'pin', isDark: true, language: 'en', words };

beforeEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  sent = [];
  served = async () => Response.json(await issuer.publicKey());
  globalThis.fetch = (async (url: unknown, options?: RequestInit) => {
    expect([url, options?.cache, options?.credentials]).toEqual([KEY_URL, 'no-store', 'omit']);
    return served();
  }) as typeof fetch;
  jest.spyOn(window, 'postMessage').mockImplementation(((data: unknown, origin: string) => {
    sent.push([data, origin]);
  }) as typeof window.postMessage);
  document.body.innerHTML = '';
  Object.assign(document.body.dataset, { origins: SITE, key: KEY_URL });
  listeners = new AbortController();
  const add = window.addEventListener.bind(window);
  jest
    .spyOn(window, 'addEventListener')
    .mockImplementation(((type: string, listener: EventListener) =>
      add(type, listener, { signal: listeners.signal })) as typeof window.addEventListener);
  new Function(PIN_SCRIPT)();
});
afterEach(() => {
  listeners.abort();
  jest.restoreAllMocks();
  globalThis.fetch = realFetch;
});

const enter = async (pin: string, again = pin) => {
  for (const [label, text] of [
    [words.pin, pin],
    [words.again, again],
  ] as const) {
    const input = screen.getByLabelText(label);
    await userEvent.clear(input);
    if (text) await userEvent.type(input, text);
  }
  await userEvent.click(screen.getByRole('button', { name: words.submit }));
};
const outcome = () => until(async () => sent.length === 3, 'the frame has reported');

test('CARD-65 a PIN leaves the frame only as a ciphertext that the issuer alone can decrypt', async () => {
  expect(sent).toEqual([[{ kind: 'ready' }, SITE]]);
  say(message, 'https://evil.invalid');
  const other = document.createElement('iframe');
  document.body.append(other);
  say(message, SITE, other.contentWindow);
  expect(sent).toHaveLength(1);
  say(message);
  expect(sent[1]).toEqual([{ kind: 'shown' }, SITE]);
  // Only the first counts.
  say({ ...message, words: { ...words, submit: 'Other' } });

  await enter('0472');
  await outcome();
  const [last] = sent.slice(-1) as [[{ kind: string; encryptedPin: string }, string]];
  expect(last[1]).toBe(SITE);
  expect(last[0].kind).toBe('encrypted');
  expect(decodeProtectedHeader(last[0].encryptedPin)).toEqual({
    alg: 'RSA-OAEP',
    enc: 'A128CBC-HS256',
    kid: (await issuer.publicKey()).key_id,
  });
  expect(await issuer.decrypt(last[0].encryptedPin)).toBe('0472');
  expect(JSON.stringify(sent)).not.toContain('0472');
  // The digits don't stay in the page.
  for (const label of [words.pin, words.again]) expect(screen.getByLabelText(label)).toHaveValue('');
});

test.each([
  ['12', '12', words.digits],
  ['12a4', '12a4', words.digits],
  ['', '', words.digits],
  ['1357', '1358', words.differs],
])('CARD-65 %s and %s are refused in the frame', async (pin, again, text) => {
  say(message);
  await enter(pin, again);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  const isFirst = text === words.digits;
  expect(screen.getByLabelText(isFirst ? words.pin : words.again)).toHaveFocus();
  expect(sent).toHaveLength(2);
});

test.each<[what: string, answer: () => Promise<Response>]>([
  ['can’t be read', async () => new Response('', { status: 500 })],
  ['isn’t there', async () => Promise.reject(new TypeError('network'))],
  ['has no ID', async () => Response.json({ jwk: (await issuer.publicKey()).jwk })],
  ['isn’t a key', async () => Response.json({ key_id: 'one', jwk: {} })],
])('CARD-65 nothing is encrypted with a key that %s', async (_, answer) => {
  served = answer;
  say(message);
  await enter('1357');
  await outcome();
  expect(sent.at(-1)).toEqual([{ kind: 'failed' }, SITE]);
});

test('Enter submits the form', async () => {
  say(message);
  const form = screen.getByLabelText(words.pin).closest('form');
  if (!form) throw new Error('the field has no form');
  fireEvent.submit(form);
  expect(screen.getByRole('alert')).toHaveTextContent(words.digits);
});
