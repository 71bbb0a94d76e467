import type { Page } from '@playwright/test';
import { concat, encodeAbiParameters, parseAbiParameters } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { demoKeys } from '@/components/wallet/demo-wallet/demo-accounts';
import { axeFindings, axeFindingsInThemes } from '../support/axe';
import { chainClient, FUNDER } from '../support/e2e-site';
import { fund } from '../support/fund';
import { InjectedWallet } from '../support/injected-wallet';
import { expect, test, WalletPage } from '../support/wallet-test';
import { tokenAbi, tokenCode } from '../support/wallet-tokens';

const CHAIN = 31337;
const gallery = (page: Page) => page.getByRole('region', { name: /^Local chain 1/ });

test('WAL-15 A11Y-1 a disconnected visitor sees what the gallery is, and axe finds no violations', async ({
  page,
}) => {
  await page.goto('/wallet/nfts');
  await expect(page.getByRole('main').getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('WAL-15 the hostile collection runs nothing and requests no other host; the site draws what is shown', async ({
  context,
  page,
}) => {
  const wallet = new InjectedWallet(demoKeys[0]);
  await wallet.install(context);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1' && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url());
  });
  const walletPage = new WalletPage(page);
  await walletPage.open('/wallet/nfts');
  await walletPage.signIn();
  const region = gallery(page);
  await region.getByText('Hidden (7)').click();
  const shows = region.getByRole('button', { name: /^Show / });
  for (let left = 7; left > 0; left -= 1) {
    await expect(shows).not.toHaveCount(0);
    await shows.first().click();
  }
  await expect(region.getByText(/^Hidden/)).toHaveCount(0);
  const attack = region.getByRole('button', { name: /onerror=globalThis/ });
  await expect(attack).toContainText('<img src=x onerror=globalThis.hostile=6>');
  const drawn = region.getByRole('button', { name: /^Harbour #1 Test Harbours/ }).locator('img');
  await expect
    .poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);

  expect(await axeFindingsInThemes(page)).toEqual([]);
  await attack.click();
  await expect(walletPage.dialog('NFT')).toContainText(
    'evil <a href=javascript:globalThis.hostile=7>claim</a>',
  );
  expect(await page.evaluate(() => 'hostile' in globalThis)).toBe(false);
  expect(elsewhere).toEqual([]);
});

test('WAL-15 two thousand NFTs scroll smoothly, and one is sent on a phone by keyboard', async ({
  walletPage,
  wallet,
  page,
}) => {
  const client = chainClient(CHAIN);
  await fund(wallet.account.address, 'tUSDT', '1', CHAIN);
  const names = encodeAbiParameters(parseAbiParameters('string, string'), ['Fleet', 'FLEET']);
  const data = concat([tokenCode('OpenCollectible'), names]);
  const deployed = await client.sendTransaction({ account: FUNDER, data });
  const { contractAddress } = await client.waitForTransactionReceipt({
    hash: deployed,
    pollingInterval: 100,
  });
  if (!contractAddress) throw new Error('nothing was deployed');
  for (let round = 0; round < 5; round += 1) {
    const hash = await client.writeContract({
      account: FUNDER,
      address: contractAddress,
      abi: tokenAbi,
      functionName: 'mintMany',
      args: [wallet.account.address, 400n],
      gas: 25_000_000n,
    });
    await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  }
  await walletPage.open('/wallet/nfts');
  await walletPage.signIn();
  const list = page.getByRole('list', { name: 'NFTs on Local chain 1' });
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '2000');
  // Measure the time per frame while the page scrolls through all NFTs, and the maximum number of NFTs in the document
  // at any one time.
  const { median, most } = await page.evaluate(async () => {
    const listed = () => document.querySelectorAll('[role=listitem]').length;
    const times: number[] = [];
    let most = 0;
    for (let at = 0; at < document.documentElement.scrollHeight; at += 1_500) {
      window.scrollTo({ top: at, behavior: 'instant' });
      times.push(await new Promise<number>((done) => requestAnimationFrame(done)));
      most = Math.max(most, listed());
    }
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    return { median: gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0, most };
  });
  expect(most).toBeLessThan(200);
  test.info().annotations.push({ type: 'median time of a frame', description: `${median} ms` });

  // Scroll to the top first. Far down the page, a change of width would move all rows and shift the scroll position.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1');
  await page.setViewportSize({ width: 360, height: 740 });
  const card = list.getByRole('button').first();
  await card.focus();
  await page.keyboard.press('Enter');
  const dialog = walletPage.dialog('NFT');
  const name = await dialog.getByRole('heading', { level: 3 }).textContent();
  await dialog.getByRole('button', { name: 'Send' }).focus();
  await page.keyboard.press('Enter');
  const recipient = privateKeyToAddress(generatePrivateKey());
  await dialog.getByLabel('Address').fill(recipient);
  await page.keyboard.press('Enter');
  const sheet = walletPage.sheet();
  await expect(sheet.getByRole('button', { name: `Send FLEET ${name}` })).toBeVisible();
  await expect(sheet).toContainText('Fleet');
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  expect(await axeFindings(page)).toEqual([]);
  await walletPage.send(`Send FLEET ${name}`);
  await walletPage.finish(new RegExp(`^FLEET ${name} arrived at`));
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '1999');
});
