import { parseUnits } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { findings } from '../support/axe';
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
