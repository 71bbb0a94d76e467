import { FRAME_SCRIPT } from '@/lib/server/card/frame/frame-script';

const SITE = 'http://127.0.0.1:3000';
const words = { number: 'Number', expiry: 'Expires', cvc: 'Code', pin: 'PIN', copy: 'Copy' };

const turn = () => new Promise((resolve) => setTimeout(resolve));
const say = (data: unknown, origin = SITE, source: MessageEventSource | null = window) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));

test('CARD-61 the frame makes a nonce for the site, and shows the issuer’s elements with the secret that comes back', async () => {
  const sent: unknown[] = [];
  const created: [string, Record<string, unknown>][] = [];
  jest.spyOn(window, 'postMessage').mockImplementation(((message: unknown, origin: string) => {
    sent.push([message, origin]);
  }) as typeof window.postMessage);
  const create = (type: string, options: Record<string, unknown>) => {
    created.push([type, options]);
    return { on: () => undefined, mount: (at: HTMLElement) => at.append(type) };
  };
  const stripe = {
    createEphemeralKeyNonce: async () => ({ nonce: 'nonce_1' }),
    elements: () => ({ create }),
  };
  Object.assign(window, Object.fromEntries([['Stripe', () => stripe]]));
  document.body.innerHTML = '<div id="card"></div>';
  Object.assign(document.body.dataset, {
    origins: SITE,
    script: 'https://issuer.invalid/v3.js',
    key: 'pk',
    version: 'v1',
  });
  new Function(FRAME_SCRIPT)();
  const script = document.head.querySelector('script');
  expect(script?.src).toBe('https://issuer.invalid/v3.js');
  script?.dispatchEvent(new Event('load'));
  await turn();
  expect(sent).toEqual([[{ kind: 'ready' }, SITE]]);

  const card = { kind: 'card', card: 'ic_1', hasPin: false, isDark: true, words };
  say(card, 'https://evil.invalid');
  const other = document.createElement('iframe');
  document.body.append(other);
  say(card, SITE, other.contentWindow);
  await turn();
  expect(sent).toHaveLength(1);
  say(card);
  await turn();
  expect(sent[1]).toEqual([{ kind: 'nonce', nonce: 'nonce_1', version: 'v1' }, SITE]);

  say({ kind: 'key', secret: 'other' }, 'https://evil.invalid');
  expect(created).toEqual([]);
  say({ kind: 'key', secret: 'ek_1' });
  say({ kind: 'key', secret: 'ek_2' });
  expect(created.map(([type]) => type)).toEqual([
    'issuingCardNumberDisplay',
    'issuingCardCopyButton',
    'issuingCardExpiryDisplay',
    'issuingCardCvcDisplay',
  ]);
  expect(created[0]?.[1]).toMatchObject({
    issuingCard: 'ic_1',
    nonce: 'nonce_1',
    ephemeralKeySecret: 'ek_1',
  });
  expect(sent.at(-1)).toEqual([{ kind: 'shown' }, SITE]);
  expect(document.body).toHaveTextContent('Number');
});
