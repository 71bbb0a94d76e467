import { parseUnits } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { findings } from '../support/axe';
import { chooseToken } from '../support/choose-token';
import { findToken } from '../support/e2e-site';
import { fund } from '../support/fund';
import { InjectedWallet } from '../support/injected-wallet';
import { fillVault, vaultBalance, walletBalance } from '../support/vault';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;

const payLink = (recipient: `0x${string}`, symbol: string, amount: string) => {
  const { address, decimals } = findToken(symbol, CHAIN);
  const token = address ?? NATIVE_TOKEN;
  const request = writePaymentRequest({
    ...{ recipient, chainId: CHAIN, token },
    amount: parseUnits(amount, decimals),
  });
  return `/wallet/pay?${new URLSearchParams({ tab: 'pay', request })}`;
};
const newAddress = () => new InjectedWallet().account.address;

test('FREE-9 tokens from the wallet and a vault balance are each sent by one signature, which costs nothing', async ({
  walletPage,
  wallet,
  page,
}) => {
  const recipient = newAddress();
  await fund(wallet.address, 'tUSDT', '20', CHAIN);
  await fillVault(wallet.address, 'ETH', '1', CHAIN);
  const before = await walletBalance(wallet.address, 'ETH', CHAIN);
  const dialog = page.getByRole('dialog', { name: 'Send without a fee' });

  await walletPage.open(payLink(recipient, 'tUSDT', '7.000003'));
  await walletPage.signIn();
  await expect(page.getByText('Free: no network fee')).toBeVisible();
  await page.getByRole('button', { name: 'Change how to pay' }).click();
  await expect(page.getByRole('radio', { name: 'Without a fee, from your wallet' })).toBeChecked();
  await page.getByRole('main').getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Sign and send 7.000003 tUSDT' }).click();
  await expect(dialog.getByRole('heading', { name: '7.000003 tUSDT sent without a fee' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await walletBalance(recipient, 'tUSDT', CHAIN)).toBe(7_000_003n);

  await walletPage.open(payLink(recipient, 'ETH', '0.25'));
  await expect(page.getByText('Free: no network fee')).toBeVisible();
  await expect(
    page.getByText('Tidewell pays the network fee. The recipient gets it in their vault balance.').first(),
  ).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Sign and send 0.25 ETH' }).click();
  await expect(dialog.getByRole('heading', { name: '0.25 ETH sent without a fee' })).toBeVisible();
  expect(await vaultBalance(recipient, 'ETH', CHAIN)).toBe(parseUnits('0.25', 18));
  expect(await walletBalance(wallet.address, 'ETH', CHAIN)).toBe(before);
  expect(wallet.count('eth_sendTransaction')).toBe(0);
});

const english = {
  change: 'Change how to pay',
  route: 'Without a fee, from your wallet',
  review: 'Review',
  dialog: 'Send without a fee',
  signature: /^Your wallet asks for one signature\./,
  sign: 'Sign and send 7 tUSDT',
  arrived: "It's in the recipient's wallet.",
};
const chinese = {
  change: '變更付款方式',
  route: '從錢包付款，免手續費',
  review: '下一步',
  dialog: '免手續費付款',
  signature: /^錢包會請您簽署一次。/,
  sign: '簽署並付款 7 tUSDT',
  arrived: '款項已在收款人的錢包中。',
};

for (const [prefix, words] of [
  ['', english],
  ['/zh-Hant', chinese],
] as const)
  test(`FREE-9 A11Y-1 on a phone, the form, review, and result have no axe findings (${words.dialog})`, async ({
    walletPage,
    wallet,
    page,
  }) => {
    await fund(wallet.address, 'tUSDT', '20', CHAIN);
    await walletPage.open('/wallet/pay');
    await walletPage.signIn();
    await walletPage.open(`${prefix}${payLink(newAddress(), 'tUSDT', '7')}`);
    await page.getByRole('button', { name: words.change }).click();
    await expect(page.getByRole('radio', { name: words.route })).toBeChecked();
    expect(await findings(page, 360, 'main')).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: words.review }).click();
    const dialog = page.getByRole('dialog', { name: words.dialog });
    await expect(dialog.getByText(words.signature)).toBeVisible();
    expect(await findings(page, 360, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: words.sign }).click();
    await expect(dialog.getByText(words.arrived)).toBeVisible();
    expect(await findings(page, 360, '[role=dialog]')).toEqual([]);
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('FREE-9 WAL-14 amount, recipient, cost, and Review are in sight at once, nothing moves, and the token comes back', async ({
    walletPage,
    wallet,
    page,
  }) => {
    await fund(wallet.address, 'tUSDT', '20', CHAIN);
    const recipient = newAddress();
    const main = page.getByRole('main');
    const review = main.getByRole('button', { name: 'Review' });
    const tabBar = page.getByRole('navigation', { name: 'Wallet pages' });
    const openForm = (to: string) =>
      walletPage.open(`/wallet/pay?${new URLSearchParams({ tab: 'pay', request: to })}`);
    await walletPage.open('/wallet/pay');
    await walletPage.signIn();

    // The account used ETH last, which is free from the vault only.
    const { coinId } = findToken('ETH', CHAIN);
    const last = [{ account: wallet.address, purpose: 'send', chainId: CHAIN, coinId }];
    await page.evaluate((text) => localStorage.setItem('tidewell.last-tokens', text), JSON.stringify(last));
    await openForm(recipient);
    await expect(main.getByRole('button', { name: 'Token: ETH on Local chain 1' })).toBeVisible();
    await page.getByLabel('Amount', { exact: true }).fill('0.05');
    const line = main.getByText(/^Network fee ≈ /);
    await expect(main.getByText(/Free only from your vault, where you have 0 ETH\.$/)).toBeVisible();
    const reach = async () => {
      for (const one of [page.getByLabel('Amount', { exact: true }), main.getByText(/^To$/), review])
        await expect(one).toBeInViewport({ ratio: 1 });
      const [button, bar] = [await review.boundingBox(), await tabBar.boundingBox()];
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    };
    await expect(line).toBeInViewport({ ratio: 1 });
    await reach();
    await expect(main.getByRole('radio')).toHaveCount(0);

    // While the way is checked, its line has the same height.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/transfer/quote', async (route) => {
      await held;
      await route.continue();
    });
    await chooseToken(main, 'tUSDT');
    await page.getByLabel('Amount', { exact: true }).fill('5');
    await expect(main.getByText('Checking the network fee…')).toBeVisible();
    const before = await review.boundingBox();
    release();
    await expect(main.getByText('Free: no network fee')).toBeInViewport({ ratio: 1 });
    expect(await review.boundingBox()).toEqual(before);
    await reach();
    await review.click();
    const dialog = page.getByRole('dialog', { name: 'Send without a fee' });
    await dialog.getByRole('button', { name: 'Sign and send 5 tUSDT' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await walletBalance(recipient, 'tUSDT', CHAIN)).toBe(5_000_000n);

    // The next payment starts with the token of the last one, but a request keeps its own.
    await openForm(newAddress());
    await expect(main.getByRole('button', { name: 'Token: tUSDT on Local chain 1' })).toBeVisible();
    await walletPage.open(payLink(newAddress(), 'ETH', '0.25'));
    await expect(main.getByLabel('Amount', { exact: true })).toHaveText('0.25');
    await expect(main.locator('form')).toContainText('ETH');
    await expect(main.locator('form')).not.toContainText('tUSDT');
  });
});
