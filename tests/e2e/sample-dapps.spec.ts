import { erc20Abi, parseEther, parseUnits } from 'viem';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { routes } from '@/lib/routes';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { chainClient, findContract, findToken } from '../support/e2e-site';
import { fund } from '../support/fund';
import { expect, test, type WalletPage } from '../support/wallet-test';

const CHAIN = 31337;

/** Opens a sample DApp of the demo, presses its button, and lets it see the account. */
async function press(walletPage: WalletPage, slug: string, button: string) {
  const { page } = walletPage;
  await walletPage.open(`${routes.dapps}?dapp=${slug}`);
  await walletPage.signIn();
  const dapp = page.frameLocator('iframe');
  await dapp.getByRole('button', { name: button }).click();
  const access = page.getByRole('dialog', { name: 'Let this DApp see your account?' });
  await access.getByRole('button', { name: 'Connect', exact: true }).click();
  return dapp.getByRole('status');
}

test('DAPP-1 the tip jar of the demo sends a tip with one line for the wallet', async ({
  walletPage,
  wallet,
  page,
}) => {
  const client = chainClient(CHAIN);
  await client.setBalance({ address: wallet.address, value: parseEther('5') });
  const { address } = demoAccount(5);
  const before = await client.getBalance({ address });
  const status = await press(walletPage, 'tip-jar', 'Tip 0.01 ETH');
  const review = page.getByRole('dialog', { name: 'Review a transaction' });
  await expect(review.getByRole('heading', { name: /^Send 0\.01.ETH to/ })).toBeVisible();
  await review.getByRole('button', { name: 'Continue to your wallet' }).click();
  await walletPage.told('The transaction from Tip jar is confirmed.');
  await expect(status).toHaveText('Your tip has arrived. Thank you!');
  expect((await client.getBalance({ address })) - before).toBeGreaterThanOrEqual(parseEther('0.01'));
});

test('DAPP-3 the token sale of the demo asks for an allowance and a purchase in one request', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.address, 'tUSDT', '60', CHAIN);
  const status = await press(walletPage, 'token-sale', 'Buy tTIDE for 50 tUSDT');
  const review = page.getByRole('dialog', { name: 'Review a transaction' });
  await expect(review).toContainText('Transaction 1 of 2.');
  await review.getByRole('button', { name: 'Continue to your wallet' }).click();
  await expect(review).toContainText('Transaction 2 of 2.');
  await review.getByRole('button', { name: 'Continue to your wallet' }).click();
  await expect(status).toHaveText('You bought tTIDE for 50 tUSDT.');
  const client = chainClient(CHAIN);
  const { address: token } = findToken('tUSDT', CHAIN);
  if (!token) throw new Error('tUSDT is a token');
  const presale = findContract('presale_contract', CHAIN);
  await expect
    .poll(() =>
      client.readContract({
        ...{ address: presale, abi: presaleAbi, functionName: 'contributionOf', args: [wallet.address] },
      }),
    )
    .toBe(parseUnits('50', 6));
  const left = await client.readContract({
    ...{ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [wallet.address] },
  });
  expect(left).toBe(parseUnits('10', 6));
});
