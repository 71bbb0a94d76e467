import fc from 'fast-check';
import { asShellMessage } from '@/lib/embed/messages';

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
