import { hanWords } from '@/lib/i18n/han-words';

const cut = (text: string) => hanWords(text, 'zh-Hant').map((piece) => piece.text);

test('A11Y-1 a Chinese headline may turn between words and never beside punctuation or Latin letters', () => {
  expect(cut('大宗商品融資與交付')).toEqual(['大宗', '商品', '融資', '與', '交付']);
  expect(cut('通訊中心：錢包')).toEqual(['通訊', '中心：錢包']);
  expect(cut('打開 Tidewell 錢包')).toEqual(['打開 Tidewell 錢包']);
  expect(cut('')).toEqual([]);
  for (const text of ['實體資產，人人都能參與', '404', '（Mei-lin Tsao）'])
    expect(cut(text).join('')).toBe(text);
});
