import fc from 'fast-check';
import { asShellMessage } from '@/lib/embed/shell-messages';

const own = { source: 'tidewell', version: 1 };

test.each([
  { type: 'back' },
  { type: 'close-dialog' },
  { type: 'set-theme', theme: 'system' },
  { type: 'set-language', lang: 'zh_CN' },
  { type: 'set-currency', currency: 'TWD' },
])('SITE-11 accepts %j and drops extra fields', (message) => {
  expect(asShellMessage({ ...own, ...message, address: '0x1' })).toEqual(message);
});

test.each([
  null,
  undefined,
  'back',
  42,
  [],
  { type: 'back' },
  { ...own, version: '1', type: 'back' },
  { ...own, version: 2, type: 'back' },
  { ...own, source: 'shell', type: 'back' },
  { ...own },
  { ...own, type: 'open' },
  { ...own, type: 'set-theme' },
  { ...own, type: 'set-theme', theme: 'Dark' },
  { ...own, type: 'set-language', lang: 'zh-Hant' },
  { ...own, type: 'set-language', lang: 'constructor' },
  { ...own, type: 'set-language', lang: ['en_US'] },
  { ...own, type: 'set-currency', currency: 'eur' },
  { ...own, type: 'set-currency', currency: 'EURO' },
  { ...own, type: 'set-currency', currency: ['EUR'] },
])('SITE-11 %j is not a message', (value) => {
  expect(asShellMessage(value)).toBeNull();
});

test('SITE-11 any input is either rejected or parsed as a known message', () => {
  const value = fc.oneof(
    fc.anything(),
    fc.object().map((object) => ({ ...own, ...object })),
  );
  fc.assert(
    fc.property(value, (given) => {
      const message = asShellMessage(given);
      if (message !== null)
        expect(['back', 'close-dialog', 'set-theme', 'set-language', 'set-currency']).toContain(message.type);
    }),
  );
});

test('SITE-11 a forged message changes no prototype, and only its own known fields count', () => {
  const text = JSON.stringify({ ...own, type: 'set-theme', theme: 'dark' });
  const forged: unknown[] = [
    JSON.parse(`{"__proto__":${text},"constructor":{"prototype":{"isAdmin":true}}}`),
    JSON.parse(`{"constructor":{"prototype":${text}}}`),
    { ...own, type: '__proto__' },
    { ...own, type: 'set-language', lang: '__proto__' },
    { ...own, type: 'set-currency', currency: '__proto__' },
  ];
  for (const message of forged) expect(asShellMessage(message)).toBeNull();
  const accepted = asShellMessage(JSON.parse(`{"__proto__":{"isAdmin":true},${text.slice(1)}`));
  expect(accepted).toEqual({ type: 'set-theme', theme: 'dark' });
  expect(Object.getPrototypeOf(accepted)).toBe(Object.prototype);
  expect({}).not.toHaveProperty('isAdmin');
});

test('SITE-11 a huge message is rejected, or its unknown fields are dropped', () => {
  const huge = 'X'.repeat(10 * 1_024 ** 2);
  expect(asShellMessage(huge)).toBeNull();
  for (const [type, field] of [
    ['set-theme', 'theme'],
    ['set-language', 'lang'],
    ['set-currency', 'currency'],
  ] as const)
    expect(asShellMessage({ ...own, type, [field]: huge })).toBeNull();
  expect(asShellMessage({ ...own, type: 'back', huge, deep: Array(100_000).fill(huge) })).toEqual({
    type: 'back',
  });
});
