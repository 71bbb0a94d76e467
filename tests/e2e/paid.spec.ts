import { erc20Abi, pad, parseEther, parseUnits } from 'viem';
import { axeFindings, findings, showTheme } from '../support/axe';
import { chooseToken } from '../support/choose-token';
import { chainClient, FUNDER, findToken } from '../support/e2e-site';
import { InjectedWallet } from '../support/injected-wallet';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;
/** Runtime code that passes the value of a call on to the address in its data. */
const FORWARDER = '0x5f5f5f5f345f355af100';

test('WAL-20 WAL-21 every way of being paid is shown within two seconds of its block', async ({
  walletPage,
  wallet,
  page,
}) => {
  const client = chainClient(CHAIN);
  const { address } = wallet.account;
  const forwarder = new InjectedWallet().account.address;
  await client.setCode({ address: forwarder, bytecode: FORWARDER });
  const pay = async (value: string, to = address, data?: `0x${string}`) => {
    const hash = await client.sendTransaction({ account: FUNDER, to, value: parseEther(value), data });
    await client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
    return performance.now();
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await walletPage.open('/wallet/pay');
  await walletPage.signIn();
  await chooseToken(page.getByRole('main'), 'ETH');
  await page.getByLabel('Amount (optional)').fill('0.5');
  const stored = () =>
    page.evaluate((key) => sessionStorage.getItem(key), `tidewell.request.${CHAIN}.${address}`);
  // What arrives before the amount counts belongs to the request without an amount.
  await expect.poll(stored).toContain(`"amount":"${parseEther('0.5')}"`);

  const mined = await pay('0.2');
  const part = walletPage.dialog('Partly paid');
  await expect(part.getByText('Received 0.2 ETH. 0.3 ETH to go.')).toBeVisible();
  const took = `${((performance.now() - mined) / 1_000).toFixed(1)} s`;
  test.info().annotations.push({ type: 'from the block to the screen', description: took });
  await expect(part).toBeFocused();
  // Right after the dialog opened, it ignores the key.
  const close = () =>
    expect(async () => {
      await page.keyboard.press('Escape');
      await expect(part).toHaveCount(0, { timeout: 500 });
    }).toPass();
  await close();

  const { address: token, decimals } = findToken('tUSDT', CHAIN);
  if (!token) throw new Error('tUSDT is a token');
  const args = [address, parseUnits('7', decimals)] as const;
  await client.writeContract({
    account: FUNDER,
    address: token,
    abi: erc20Abi,
    functionName: 'transfer',
    args,
  });
  await expect(part.getByText("Doesn't count toward your ETH request")).toBeVisible();
  // A reload keeps the request, and what it received.
  await page.reload();
  await expect(part).toBeVisible();
  await close();
  await pay('0.4', forwarder, pad(address));
  const paid = walletPage.dialog('Paid');
  await expect(paid.getByText('Sender unknown. Only your balance shows this payment.').first()).toBeVisible();
  await expect(paid.getByText('0.1 ETH more than you requested.')).toBeVisible();
  for (const scheme of ['light', 'dark'] as const) {
    await showTheme(page, scheme);
    expect(await axeFindings(page)).toEqual([]);
  }
  expect(await findings(page, 360, '[role=dialog]')).toEqual([]);
  await paid.getByRole('button', { name: 'Done' }).click();

  await walletPage.open('/wallet/portfolio');
  await expect(walletPage.accountButton()).toBeVisible();
  await pay('0.03');
  await walletPage.toldOnce('Received 0.03 ETH from 0xf39F');
});
