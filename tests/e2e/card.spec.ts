import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { issuerClient } from '@/scripts/issuer/scenarios/client';
import { axeFindings } from '../support/axe';
import { E2E_DATA_DIR, E2E_PORT } from '../support/e2e-site';
import { freeze } from '../support/freeze';
import { fund } from '../support/fund';
import { expect, test, type WalletPage } from '../support/wallet-test';

const CHAIN = 31337;

const issuerFile = (name: string) => readFile(path.join(E2E_DATA_DIR, 'issuer', name), 'utf8');

/** Has the demo's local card issuer deliver the newest physical card with these last digits, which makes it active. */
async function deliver(lastFour: string): Promise<void> {
  const { key } = JSON.parse(await issuerFile('secrets.json'));
  const issuer = issuerClient(key, await issuerFile('origin'));
  const [card] = (await issuer.issuing.cards.list({ last4: lastFour })).data;
  if (!card) throw new Error(`no card ends in ${lastFour}`);
  await issuer.testHelpers.issuing.cards.shipCard(card.id);
  await issuer.testHelpers.issuing.cards.deliverCard(card.id);
}

/** Pays at the terminal of the demo's local card issuer, and returns its page, where the merchant goes on. */
async function pay(page: Page, merchant: string, lastFour: string): Promise<Page> {
  const terminal = await page.context().newPage();
  await terminal.goto(`${await issuerFile('origin')}/terminal`);
  await terminal.locator('#merchant').selectOption(merchant);
  await terminal.locator('#last4').fill(lastFour);
  await terminal.locator('form button').first().click();
  return terminal;
}

/** Takes the merchant's next step with an amount. */
async function goOn(terminal: Page, step: 'capture' | 'refund', amount: string): Promise<void> {
  await terminal.locator('#amount').fill(amount);
  await terminal.locator(`button[value=${step}]`).click();
}

/** Returns the processes of the demo's card operator on this machine. */
async function operatorPids(): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const args = (await read('cmdline')).split('\0');
    const isOperator = args.some((arg) => arg.endsWith('sender.ts')) && args.includes('card');
    const dataDir = `DATA_DIR=${path.resolve(E2E_DATA_DIR)}`;
    if (isOperator && (await read('environ')).split('\0').includes(dataDir)) found.push(Number(pid));
  }
  return found;
}

const shippingFields = [
  ['First name', 'Mei'],
  ['Last name', 'Chen'],
  ['Address', '1 Quay Street'],
  ['City', 'Hull'],
  ['Postal code', 'HU1 1AA'],
] as const;
const holderFields = [
  ...shippingFields,
  ['Email', 'mei@example.com'],
  ['Phone', '+442079460000'],
  ['Date of birth', '1990-01-02'],
] as const;

const fillHolder = async (page: Page) => {
  for (const [name, text] of holderFields) await page.getByLabel(name, { exact: true }).fill(text);
  await page.getByLabel(/^I accept the terms/).check();
};

const cardHeading = (page: Page) => page.getByRole('heading', { name: /^Card ending in \d{4}$/ });
const lastFourIn = async (page: Page) =>
  /\d{4}/.exec((await cardHeading(page).first().textContent()) ?? '')?.[0] ?? '';

/** Tops up, and creates a first card. Returns its last four digits. */
async function createCard(
  page: Page,
  walletPage: WalletPage,
  type: 'Virtual' | 'Physical' = 'Virtual',
): Promise<string> {
  await walletPage.open('/wallet/card');
  await walletPage.signIn();
  await page.getByRole('button', { name: 'Top up' }).click();
  await page.getByLabel('Amount', { exact: true }).fill('500');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await walletPage.send('Top up 500 tUSDT');
  await walletPage.finish('500 tUSDT added to your card balance.');
  await expect(page.getByText('Available to spend')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Get a card' }).click();
  await page.getByRole('radio', { name: new RegExp(`^${type}`) }).check();
  await page.getByLabel('Per day', { exact: true }).fill('200');
  await page.getByLabel('Per month', { exact: true }).fill('1000');
  await fillHolder(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await walletPage.send('Open a card: tUSDT');
  await walletPage.finish('Your card is open in the contract.');
  await expect(cardHeading(page)).toBeVisible();
  await expect(
    page.getByText(type === 'Virtual' ? 'Active' : 'Not active yet', { exact: true }),
  ).toBeVisible();
  return lastFourIn(page);
}

/** Creates a first physical card, which arrives. Returns its last four digits. */
async function receiveCard(page: Page, walletPage: WalletPage): Promise<string> {
  const lastFour = await createCard(page, walletPage, 'Physical');
  await deliver(lastFour);
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  return lastFour;
}

/** Chooses by keyboard why a card is replaced, in the view of this. `steps` is the reason's position. */
async function chooseReason(page: Page, steps: number, action: string): Promise<void> {
  await page.getByRole('button', { name: /^Replace card/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Replace card' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: action })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Replacing the card ending in/)).toBeFocused();
}

/** Sends the form for a new card of a known holder, and waits until the issuer has created it. */
async function createReplacement(page: Page, walletPage: WalletPage): Promise<void> {
  for (const [name, text] of shippingFields) await page.getByLabel(name, { exact: true }).fill(text);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await walletPage.send('Open a card: tUSDT');
  await walletPage.finish('Your card is open in the contract.');
  await expect(cardHeading(page)).toHaveCount(2);
}

const purchasesOf = (page: Page) => page.getByRole('region', { name: 'Purchases' });

// One after the other, because the last one stops the operator.
test.describe.configure({ mode: 'serial' });

test('CARD-1 tops up, creates a card, shows its number, pays, freezes, and withdraws', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '600', CHAIN);
  const lastFour = await createCard(page, walletPage);
  const purchases = purchasesOf(page);

  await page.getByRole('button', { name: /^Show number/ }).click();
  await page.reload();
  const frame = page.frameLocator('iframe[title^="Number of the card"]');
  await expect(frame.frameLocator('iframe[title="Card number"]').locator('body')).toContainText(lastFour);
  await page.getByRole('button', { name: 'Hide' }).click();

  await pay(page, 'cafe', lastFour);
  await expect(purchases.getByRole('button', { name: /Held/ })).toBeVisible();
  await page.getByRole('button', { name: /^Freeze:/ }).click();
  await expect(page.getByText('Frozen in the contract')).toBeVisible();
  await pay(page, 'cafe', lastFour);
  await purchases.getByRole('button', { name: /Declined/ }).click();
  await expect(page.getByText('Your card is frozen.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to cards' }).click();
  await page.getByRole('button', { name: 'Unfreeze with wallet' }).click();
  await walletPage.send('Unfreeze card');
  await walletPage.finish('Your card can be used again.');

  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByLabel('Amount', { exact: true }).fill('100');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await walletPage.send('Withdraw 100 tUSDT now');
  await walletPage.finish('100 tUSDT arrived in your wallet.');

  await page.getByRole('button', { name: 'Statement' }).click();
  await expect(page.getByRole('row', { name: /Opening balance/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Top-up/ })).toContainText('500');
  expect(await axeFindings(page)).toEqual([]);
});

test('CARD-1 charges a tip, returns a part of a purchase, and sends a dispute', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '600', CHAIN);
  const lastFour = await createCard(page, walletPage);
  const purchases = purchasesOf(page);
  const restaurant = await pay(page, 'restaurant', lastFour);
  await expect(purchases.getByRole('button', { name: /Osteria Lago.*Held/ })).toBeVisible();
  await goOn(restaurant, 'capture', '70.80');
  await expect(
    purchases.getByRole('button', { name: /Osteria Lago.*70\.80.*Charged|Osteria Lago.*Charged.*70\.80/ }),
  ).toBeVisible();
  const shop = await pay(page, 'shop', lastFour);
  await expect(purchases.getByRole('button', { name: /Gadget Shop.*Held/ })).toBeVisible();
  await goOn(shop, 'capture', '80');
  await goOn(shop, 'refund', '30');
  await purchases.getByRole('button', { name: /Gadget Shop.*Partly refunded/ }).click();
  await expect(page.getByRole('definition').filter({ hasText: '$30.00' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back to cards' }).click();

  await purchases.getByRole('button', { name: /Osteria Lago/ }).click();
  await page.getByRole('button', { name: 'Dispute' }).click();
  await expect(page.getByText("You're disputing $70.80.")).toBeFocused();
  await page.getByLabel('Reason').selectOption({ label: "I didn't make this purchase" });
  await page.getByLabel('What happened').fill('I was in another city on this day.');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send dispute' }).click();
  await expect(page.getByText('Your dispute of $70.80 is with the issuer.')).toBeVisible();
});

test('CARD-65 sets the PIN of a card by keyboard, in a frame of another host, and no request has the digits', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '600', CHAIN);
  await receiveCard(page, walletPage);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).port === String(E2E_PORT))
      sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });

  await page.getByRole('button', { name: /^Set PIN/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Set PIN' })).toBeFocused();
  const element = page.locator('iframe[title^="New PIN for the card ending in"]');
  const frame = element.contentFrame();
  await expect(frame.getByLabel('New PIN', { exact: true })).toBeVisible();
  const { hostname, pathname } = new URL((await element.getAttribute('src')) ?? '');
  expect([hostname, pathname]).toEqual(['localhost', '/api/card/pinFrame']);
  await page.keyboard.press('Tab');
  await page.keyboard.type('4826');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4862');
  await page.keyboard.press('Enter');
  await expect(frame.getByRole('alert')).toHaveText("The PINs don't match.");
  await expect(frame.getByLabel('Confirm new PIN')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('4826');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The PIN is set.')).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  const calls = sent.filter((one) => one.includes('/api/card/pin '));
  expect(calls).toEqual([expect.stringMatching(/"encryptedPin":"[\w-]+(\.[\w-]+){4}"/)]);
  expect(sent.filter((one) => one.includes('4826') || one.includes('4862'))).toEqual([]);

  await page.getByRole('button', { name: 'Back to cards' }).last().press('Enter');
  await page.getByRole('button', { name: /^Show number/ }).press('Enter');
  const number = page.frameLocator('iframe[title^="Number of the card"]');
  await expect(number.frameLocator('iframe[title="PIN"]').locator('body')).toHaveText('4826');
});

test('CARD-66 replaces a lost card, which is frozen first and then closed, also in the contract', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '600', CHAIN);
  const lost = await receiveCard(page, walletPage);
  await chooseReason(page, 0, 'Freeze and continue');
  await createReplacement(page, walletPage);
  const old = page.getByRole('listitem').filter({ hasText: `Card ending in ${lost}` });
  const next = await lastFourIn(page);
  expect(next).not.toBe(lost);
  await expect(old).toContainText(`Replaced by the card ending in ${next}.`);
  await expect(old).toContainText('Closed');
  await old.getByRole('button', { name: /^Close in the contract/ }).press('Enter');
  await page.getByRole('button', { name: 'Review: Close card' }).press('Enter');
  await walletPage.send('Close card');
  await walletPage.finish('Your card is closed.');
  await expect(old).toBeVisible();
  await expect(old.getByRole('button')).toHaveCount(0);
});

test('CARD-66 replaces a damaged card, which keeps working until the new one has arrived', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '600', CHAIN);
  const lastFour = await receiveCard(page, walletPage);
  await chooseReason(page, 2, 'Continue');
  await createReplacement(page, walletPage);
  // The old one, too, for the moment in which the account is read again.
  await expect(page.getByText('Not active yet', { exact: true })).toHaveCount(1);
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await deliver(lastFour);
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('Not active yet', { exact: true })).toHaveCount(0);
});

test('CARD-1 withdraws while the operator is stopped', async ({ walletPage, wallet, page }) => {
  await fund(wallet.account.address, 'tUSDT', '600', CHAIN);
  await createCard(page, walletPage);
  const operator = await operatorPids();
  expect(operator).not.toEqual([]);
  const resume = freeze(operator);
  try {
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByLabel('Amount', { exact: true }).fill('500');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('button', { name: 'Request withdrawal' }).click();
    await walletPage.send('Request withdrawal of 500 tUSDT');
    await walletPage.finish('Withdrawal of 500 tUSDT requested. The delay has started.');
    await page.getByRole('button', { name: 'Withdraw now' }).click({ timeout: 120_000 });
    await walletPage.send('Withdraw 500 tUSDT');
    await walletPage.finish('500 tUSDT arrived in your wallet.');
  } finally {
    await resume();
  }
});
