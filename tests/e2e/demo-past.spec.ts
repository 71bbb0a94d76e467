import { demoKeys } from '@/components/wallet/demo-wallet/demo-accounts';
import { routes } from '@/lib/routes';
import { InjectedWallet } from '../support/injected-wallet';
import { expect, test } from '../support/site-test';
import { WalletPage } from '../support/wallet-test';

test('OPS-1 a demo account has modest holdings, a verified deposit, a month of activity, an approval and NFTs', async ({
  context,
  page,
}) => {
  await new InjectedWallet(demoKeys[0]).install(context);
  const walletPage = new WalletPage(page);
  const main = page.getByRole('main');
  await walletPage.open('/wallet');
  await walletPage.signIn();
  await expect(main.getByText(/^\$2\d,\d{3}\.\d\d$/).first()).toBeVisible();

  await page.goto('/wallet/activity');
  for (const text of ['−135 tUSDT', '−975 tUSDT', '+159 tDAI', '−134.5 tDAI'])
    await expect(main.getByText(text).first()).toBeVisible();
  await expect(main.getByRole('row').filter({ hasText: '−975 tUSDT' })).toContainText('Verified by Tidewell');
  await expect.poll(() => main.getByRole('rowheader').count()).toBeGreaterThanOrEqual(4);

  await page.goto('/wallet/approvals');
  await expect(main.getByRole('region', { name: /^Local chain 1/ })).toContainText('Swap router');
  await expect(main.getByRole('button', { name: /^Revoke/ }).first()).toBeEnabled();

  await page.goto('/wallet/nfts');
  const picture = main
    .getByRole('button', { name: /^Harbour #1 Test Harbours/ })
    .first()
    .locator('img');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
});

test('OPS-1 the demo wallet shows what each account holds and has deposited before the user chooses one', async ({
  page,
}) => {
  await page.goto(routes.walletDemo);
  const connect = page.getByRole('dialog', { name: 'Connect the demo wallet' });
  await expect(connect.getByRole('radio', { name: /^Account 1 / })).toBeChecked();
  await expect(connect.getByRole('radio', { name: /^Account 2 .* \$1,0\d\d\.\d\d in vault$/ })).toBeVisible();
  await expect(connect.getByRole('radio', { name: / in vault$/ })).toHaveCount(5);
});
