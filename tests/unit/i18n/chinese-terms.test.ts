/** @jest-environment node */

import { readdir, readFile } from 'node:fs/promises';
import { hanWords } from '@/components/ui/heading-text';

/** Words that this site's Chinese text avoids, and their replacements (docs/editing.md). */
const replaced: readonly [RegExp, string][] = [
  [/中間價/, '中位數'],
  [/主幣/, '原生幣'],
  [/質押鎖倉/, '定期鎖倉'],
  [/簽名|簽章/, '簽署'],
  [/收藏品|垃圾代幣/, 'NFT, 垃圾 NFT'],
  [/存量不足/, '流動性不足'],
  [/付款方(?!式)|收款方(?!式)/, '轉出地址, 轉入地址'],
  [/鑰匙/, '私鑰'],
  [/最少可得|最低到帳數量/, '最少收到'],
  [/釋出/, '解鎖'],
  [/資金池/, '流動性池'],
  [/收藏系列/, '系列'],
  [/網路費用/, '網路手續費'],
  // Terms from other Chinese-speaking regions.
  [/用戶|客戶端/, '使用者, 用戶端'],
  [/信息|短信/, '訊息, 簡訊'],
  [/網絡|互聯網/, '網路'],
  [/賬/, '帳'],
  [/登錄|登陸/, '登入'],
  [/默認/, '預設'],
  [/屏幕/, '螢幕'],
  [/視頻/, '影片'],
  [/二維碼|QR 碼|QR碼/, 'QR Code'],
  [/代碼庫|數據|文檔|軟件|硬件|程序(?!員)/, '資料, 文件, 軟體, 硬體, 程式'],
];

async function chineseFiles(): Promise<string[]> {
  const folders = await Promise.all(
    ['lib/content', 'config'].map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => `${folder}/${file}`),
    ),
  );
  return ['messages/zh-Hant.json', ...folders.flat().filter((file) => /zh-hant(\/|\.|$)/i.test(file))].filter(
    (file) => /\.(json|ts|md)$/.test(file),
  );
}

test('I18N-4 the Chinese text follows Taiwan usage, with one term per concept', async () => {
  const files = await chineseFiles();
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) {
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const [index, line] of lines.entries())
      for (const [word, instead] of replaced)
        expect([`${file}:${index + 1}`, word.exec(line)?.[0] ?? null, instead]).toEqual([
          `${file}:${index + 1}`,
          null,
          instead,
        ]);
  }
});

const cut = (text: string) => hanWords(text, 'zh-Hant').map((piece) => piece.text);

test('A11Y-1 a Chinese headline breaks only between words, never beside punctuation or Latin letters', () => {
  expect(cut('大宗商品融資與交付')).toEqual(['大宗', '商品', '融資', '與', '交付']);
  expect(cut('付款中心：錢包')).toEqual(['付款', '中心：錢包']);
  expect(cut('內建付款功能的通訊中心')).toEqual(['內建', '付款功能', '的', '通訊中心']);
  expect(cut('打開 Tidewell 錢包')).toEqual(['打開 Tidewell 錢包']);
  expect(cut('')).toEqual([]);
  for (const text of ['實體資產，人人都能參與', '404', '（Mei-lin Tsao）'])
    expect(cut(text).join('')).toBe(text);
});
