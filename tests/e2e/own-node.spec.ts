import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe';
import { E2E_ORIGIN, readChains } from '../support/e2e-site';
import { fund } from '../support/fund';
import { OwnNode } from '../support/own-node';
import { test as base, expect } from '../support/wallet-test';

const CHAIN = 31337;
const OTHER = 31338;
const SETTINGS = '/wallet/settings';
const ADDRESS = 'Address of your node for Local chain 1';
const OUTAGE = "Your own node for Local chain 1 doesn't answer.";

const siteUrl = (chainId: number) => readChains().chains.find(({ id }) => id === chainId)?.rpcUrl ?? '';

const test = base.extend<{ nodes: { own: OwnNode; other: OwnNode } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
  nodes: async ({}, use) => {
    const nodes = { own: new OwnNode(siteUrl(CHAIN)), other: new OwnNode(siteUrl(OTHER)) };
    await Promise.all([nodes.own.start(), nodes.other.start()]);
    await use(nodes);
    await nodes.other.stop();
  },
});

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Change the node of Local chain 1' }).click();
  return page.getByRole('textbox', { name: ADDRESS });
};

/** Counts the page's requests to the site's node of the chain. */
function countSiteRequests(page: Page): () => number {
  let count = 0;
  const { origin } = new URL(siteUrl(CHAIN));
  page.on('request', (request) => {
    if (new URL(request.url()).origin === origin) count += 1;
  });
  return () => count;
}

test('WAL-41 an own node is checked before it is used, and then reads the network without the site’s node or a new sign-in', async ({
  walletPage,
  wallet,
  nodes: { own, other },
  page,
}) => {
  await fund(wallet.address, 'tTIDE', '20', CHAIN);
  await walletPage.open(SETTINGS);
  await walletPage.signIn();
  const part = page.getByRole('region', { name: 'Your own node' });
  await expect(part.getByText("The site's node", { exact: true })).toHaveCount(2);
  const field = await openForm(page);
  const use = part.getByRole('button', { name: 'Check and use' });
  const refuses = async (text: string, reason: RegExp | string) => {
    await field.fill(text);
    await use.click();
    await expect(part.getByText(reason)).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  };
  await refuses('http://192.168.1.2:8545', /^Enter an address that starts with https/);
  await refuses('http://me:secret@127.0.0.1:8545', /user name or password/);
  await refuses('https://node.example.org', /^This site allows only nodes at this device/);
  await refuses('http://127.0.0.1:1', /^This address doesn't answer\./);
  await refuses(other.url, 'This node serves chain 31338. Local chain 1 is chain 31337.');
  await refuses(E2E_ORIGIN, 'This address answers, but not like an Ethereum node.');
  expect(await axeFindings(page)).toEqual([]);
  expect(own.requests).toBe(0);

  await field.fill(own.url);
  await field.press('Enter');
  await walletPage.told('Local chain 1 is now read from your node.');
  await expect(part.getByText(`Your node: ${new URL(own.url).host}`)).toBeVisible();
  await expect(walletPage.accountButton()).toBeVisible();

  // Also after a reload.
  const siteRequests = countSiteRequests(page);
  await walletPage.open('/wallet/stake');
  const card = page.getByRole('region', { name: 'Local chain 1' });
  await expect(card).toContainText('In your wallet20 tTIDE');
  const before = own.requests;
  await fund(wallet.address, 'tTIDE', '5', CHAIN);
  await expect(card).toContainText('In your wallet25 tTIDE');
  expect(own.requests).toBeGreaterThan(before);
  const panel = page.getByRole('region', { name: 'Manage your stake' });
  await panel.getByLabel('Amount', { exact: true }).fill('4');
  await panel.getByRole('button', { name: 'Review' }).click();
  await walletPage.send('Stake 4 tTIDE');
  await walletPage.finish('4 tTIDE staked.');
  expect(siteRequests()).toBe(0);
  await own.stop();
});

test('WAL-41 an own node that stops answering is named, with the way back to the site’s node', async ({
  walletPage,
  wallet,
  nodes: { own },
  page,
}) => {
  await fund(wallet.address, 'tTIDE', '20', CHAIN);
  await walletPage.open(SETTINGS);
  await walletPage.signIn();
  const field = await openForm(page);
  await field.fill(own.url);
  await field.press('Enter');
  await walletPage.told('Local chain 1 is now read from your node.');
  await walletPage.open('/wallet/stake');
  const card = page.getByRole('region', { name: 'Local chain 1' });
  await expect(card).toContainText('In your wallet20 tTIDE');

  await own.stop();
  const banner = page.getByRole('status').filter({ hasText: OUTAGE });
  await expect(banner.last()).toBeVisible();
  await expect(page.getByText("Can't reach Local chain 1")).toHaveCount(0);
  const note = page.getByText("so you can't send anything there right now");
  await expect(note).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await axeFindings(page)).toEqual([]);
  await fund(wallet.address, 'tTIDE', '5', CHAIN);
  await banner.last().getByRole('button', { name: "Use the site's node again" }).click();
  await expect(card).toContainText('In your wallet25 tTIDE');
  await expect(page.getByText(OUTAGE)).toHaveCount(0);

  await walletPage.open(SETTINGS);
  const part = page.getByRole('region', { name: 'Your own node' });
  await expect(part.getByText("The site's node", { exact: true })).toHaveCount(2);
  // The form has the way back, too.
  await own.start();
  await (await openForm(page)).fill(own.url);
  await part.getByRole('button', { name: 'Check and use' }).click();
  await expect(part.getByText(/^Your node: /)).toBeVisible();
  await openForm(page);
  await part.getByRole('button', { name: "Use the site's node again" }).click();
  await expect(part.getByText("The site's node", { exact: true })).toHaveCount(2);
  await own.stop();
});
