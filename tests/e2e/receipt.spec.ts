import { readFile } from 'node:fs/promises';
import { axeFindingsInThemes } from '../support/axe';
import { fund } from '../support/fund';
import { expect, latestEntry, test } from '../support/wallet-test';

const PNG_SIGNATURE = '89504e470d0a1a0a';

/** Reads a PNG's signature, width, and height from its header. */
function pngHeader(file: Buffer) {
  return {
    signature: file.subarray(0, 8).toString('hex'),
    width: file.readUInt32BE(16),
    height: file.readUInt32BE(20),
  };
}

test('WAL-9 a transaction page shows what happened, and saves and prints it as a receipt', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '500', 31337);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tUSDT', '12.5');
  await walletPage.submitDeposit();
  await expect(walletPage.dialog('Deposit').getByText('Checked and credited')).toBeVisible();
  await walletPage.dialog('Deposit').getByRole('button', { name: 'Done' }).click();
  const { hash } = await latestEntry(page);
  const path = `/wallet/transaction?chainId=31337&hash=${hash}`;
  const main = page.getByRole('main');

  for (const [locale, save, headline] of [
    ['', 'Save receipt image', 'Deposited 12.5 tUSDT'],
    ['/zh-Hant', '儲存收據圖片', '已存入 12.5 tUSDT'],
  ]) {
    await page.goto(`${locale}${path}`);
    await expect(main.getByRole('heading', { level: 2, name: headline })).toBeVisible();
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('button', { name: save }).click(),
    ]);
    expect(picture.suggestedFilename()).toBe(`tidewell-receipt-${hash.slice(2, 10)}.png`);
    const file = await readFile(await picture.path());
    const { signature, width, height } = pngHeader(file);
    expect(signature).toBe(PNG_SIGNATURE);
    expect(width).toBe(1080);
    expect(height).toBeGreaterThan(1200);
    expect(height).toBeLessThan(2600);
    expect(file.length).toBeGreaterThan(20_000);
  }

  expect(await axeFindingsInThemes(page)).toEqual([]);
  await page.goto(path);
  await main.getByText('Technical details').click();
  await expect(main.getByText(hash)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByText(`0x ${hash.slice(2, 10)} `)).toBeVisible();
  await expect(main.getByRole('img', { name: 'QR code of the explorer link' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Save receipt image' })).toBeHidden();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  // The link of a finished transaction opens the print dialog, but only once the facts are read.
  await page.emulateMedia({ media: null });
  await page.addInitScript(() => {
    const prints: (string | null | undefined)[] = [];
    const print = () => prints.push(document.querySelector('main h2')?.textContent);
    Object.assign(window, { prints, print });
  });
  await page.goto(`${path}&print=1`);
  await expect(page).toHaveURL(path);
  const prints = () => page.evaluate(() => (window as unknown as { prints: string[] }).prints);
  await expect.poll(prints).toEqual(['Deposited 12.5 tUSDT']);
});
