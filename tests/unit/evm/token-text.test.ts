import { imitatedCoin, lookAlikeSymbol, tokenText } from '@/lib/evm/token-text';

test.each([
  ['a right-to-left override', 'US\u202EDT'],
  ['an isolate', 'US\u2067DT\u2069'],
  ['a NUL', 'USDT\u0000'],
  ['a zero-width space', 'US\u200BDT'],
  ['a zero-width joiner', 'US\u200DDT'],
  ['a byte order mark', '\uFEFFUSDT'],
  ['a soft hyphen', 'US\u00ADDT'],
  ['a word joiner', 'US\u2060DT'],
  ['a combining grapheme joiner', 'US\u034FDT'],
  ['a variation selector', 'USDT\uFE0F'],
  ['Hangul fillers', 'US\u3164D\u115FT\uFFA0'],
  ['an empty Braille pattern', 'US\u2800DT'],
  ['a tag character', 'USDT\u{E0041}'],
  ['a private-use character', 'USDT\uE000'],
  ['a lone surrogate', 'USDT\uD800'],
  ['line breaks around it', '\n USDT\r\n'],
])('WAL-13 %s is removed from token text', (_name, text) => {
  expect(tokenText(text, 16)).toBe('USDT');
});

test('WAL-13 token text of any length is short, and marks do not stack', () => {
  expect(tokenText('x'.repeat(10_000), 16)).toBe(`${'x'.repeat(16)}…`);
  expect(tokenText(`${' \u200B'.repeat(10_000)}A`, 16)).toBe('A');
  expect(tokenText(`A${'\u0310'.repeat(10_000)}B`, 16)).toBe('A\u0310\u0310B');
  // What is shown once is not changed when it is shown again.
  for (const text of ['y'.repeat(99), `Z${'\u0310'.repeat(40)}${'z'.repeat(40)}`]) {
    const shown = tokenText(text, 16);
    expect(tokenText(shown, 16)).toBe(shown);
  }
  // Letters of other languages stay, with the marks that they need.
  for (const text of ['Việt Nam', '日本円', 'ไทยบาท', 'שֶׁקֶל', 'ريال', '🌊'])
    expect(tokenText(text, 48)).toBe(text.normalize('NFC'));
});

test.each([
  ['other case', 'usdt'],
  ['Cyrillic', 'UЅDТ'],
  ['Greek', 'USDΤ'],
  ['a small Greek letter', 'υSDT'],
  ['Armenian', 'ՍՏDT'],
  ['Cherokee', 'UᏚᎠᎢ'],
  ['Lisu', 'ꓴꓢꓓꓔ'],
  ['small capitals', 'ᴜꜱᴅᴛ'],
  ['full width', 'ＵＳＤＴ'],
  ['mathematical letters', '𝐔𝐒𝐃𝐓'],
  ['circled letters', 'ⓊⓈⒹⓉ'],
  ['accents', 'ÚŚĎŤ'],
  ['strokes', 'USĐŦ'],
  ['the tugrik sign', 'USD₮'],
  ['a dollar sign', 'U$DT'],
  ['a digit', 'U5DT'],
  ['punctuation', 'U.S.D.T'],
  ['spaces', 'U S D T'],
  ['invisible characters', 'U\u200BS\u3164DT'],
  ['a right-to-left override', '\u202EUSDT'],
])('WAL-13 USDT is recognized with %s', (_name, symbol) => {
  expect(lookAlikeSymbol(symbol, ['ETH', 'USDT'])).toBe('USDT');
});

test.each([
  ['VVBTC', 'WBTC'],
  ['DAl', 'DAI'],
  ['DA1', 'DAI'],
  ['ΕΤΗ', 'ETH'],
  ['EΤН', 'ETH'],
  ['cornp', 'COMP'],
  ['ԁɑi', 'DAI'],
  ['ЬƄƅ', 'BBB'],
  ['Һɡһ', 'HGH'],
  ['γǀ', 'YI'],
  ['ー二ロ力エ夕ト八', '一ニ口カ工タ卜ハ'],
])('WAL-13 %s looks like %s', (symbol, known) => {
  expect(lookAlikeSymbol(symbol, [known])).toBe(known);
});

test.each(['USDC', 'USD', 'USDTX', 'SHELL', '', '🌊', '日本円', '\u3164'])(
  'WAL-13 %j is not mistaken for USDT',
  (symbol) => {
    expect(lookAlikeSymbol(symbol, ['USDT'])).toBeNull();
  },
);

test('WAL-13 a token that has the name of a listed coin imitates it, whatever its symbol is', () => {
  const coins = [
    { symbol: 'ETH', name: 'Ether' },
    { symbol: 'USDT', name: 'Tether USD' },
  ];
  expect(imitatedCoin({ symbol: 'XYZ', name: 'Тether  USD' }, coins)).toBe('USDT');
  expect(imitatedCoin({ symbol: 'Tether-USD', name: '' }, coins)).toBe('USDT');
  expect(imitatedCoin({ symbol: 'EТH', name: 'Anything' }, coins)).toBe('ETH');
  expect(imitatedCoin({ symbol: 'XYZ', name: 'USDT' }, coins)).toBe('USDT');
  expect(imitatedCoin({ symbol: 'XYZ', name: 'Xyz' }, coins)).toBeNull();
  expect(imitatedCoin({ symbol: '🌊', name: '' }, coins)).toBeNull();
});
