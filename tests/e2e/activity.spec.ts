import { readFile } from 'node:fs/promises';
import { axeFindingsInThemes } from '../support/axe';
import { fund } from '../support/fund';
import { pledgeOnChain, usdt } from '../support/presale';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;

test('WAL-13 lists activity of both networks: filtered by URL, saved as CSV, verified by the server', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tUSDT', '500', CHAIN);
  await fund(address, 'tUSDT', '40', 31338);
  await pledgeOnChain(wallet, CHAIN, 0n, usdt('20.5'));
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tUSDT', '10');
  await walletPage.submitDeposit();
  const deposit = walletPage.dialog('Deposit');
  await expect(deposit.getByText('Checked and credited')).toBeVisible();
  await deposit.getByRole('button', { name: 'Done' }).click();
  await walletPage.open('/wallet/activity');

  const table = page.getByRole('table', { name: 'Activity' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('cell') });
  // Two of them are the ETH that `fund` gives on each network, which no transaction explains.
  await expect(rows).toHaveCount(8);
  // Each day has a row with its name. There is one day, or two around midnight.
  const days = table.getByRole('rowheader');
  await expect(table).toHaveAttribute('aria-rowcount', String(9 + (await days.count())));
  await expect(days.first()).toHaveText(/^(Today|Yesterday|\w{3}, \w+ \d+(, \d{4})?)$/);
  await expect(rows.filter({ hasText: 'Deposit' })).toContainText('Verified by Tidewell');
  await expect(rows.filter({ hasText: 'Deposit' })).toContainText('Sent −10 tUSDT');
  await expect(rows.filter({ hasText: 'Deposit' })).toContainText('to Tidewell vault');
  // One for the deposit and one for the pledge.
  await expect(rows.filter({ hasText: 'Approval' })).toHaveCount(2);
  const onOther = rows.filter({ hasText: 'Received' }).filter({ hasText: 'Local chain 2' });
  await expect(onOther.filter({ hasText: 'tUSDT' })).toContainText('Received +40 tUSDT');
  await expect(page.getByText('Local chain 1: all blocks searched.')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search' }).fill('pledge');
  await expect(page).toHaveURL('/wallet/activity?search=pledge');
  await expect(rows).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Direction').selectOption({ label: 'Received' });
  await page.getByLabel('Network').selectOption({ label: 'Local chain 1' });
  await expect(page).toHaveURL(`/wallet/activity?chain=${CHAIN}&direction=in`);
  await expect(page.getByText('2 transactions of 8')).toBeVisible();
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'sender unknown' })).toContainText('Received +10 ETH');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^tidewell-activity-[0-9a-zA-Z]{8}-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toMatch(/^\uFEFFtime,network,chain_id,kind,status,direction,amount,token,/);
  expect(text.trim().split('\r\n')).toHaveLength(3);
  expect(text).toContain(`,Local chain 1,${CHAIN},receive,confirmed,in,500,tUSDT,0x`);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(8);
  await expect(page).toHaveURL('/wallet/activity');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  expect(await axeFindingsInThemes(page, 'main')).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
});
