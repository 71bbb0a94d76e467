import type { Page } from '@playwright/test';
import { SignClient } from '@walletconnect/sign-client';
import { type Hex, parseEther, recoverMessageAddress, stringToHex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { WebSocket } from 'ws';
import { routes } from '@/lib/routes';
import en from '@/messages/en.json' with { type: 'json' };
import { axeFindings, findings, showTheme } from '../support/axe';
import { chainClient } from '../support/e2e-site';
import { expect, test, type WalletPage } from '../support/wallet-test';
import { startRelay } from '../support/walletconnect-relay';

const CHAIN = 31337;
const OTHER = privateKeyToAddress(generatePrivateKey());
const { link: words, access } = en.wallet.dapps;
const methods = [
  'personal_sign',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_getCapabilities',
];

// The demo doesn't offer WalletConnect, whose relay is on the internet, so its policy doesn't allow the relay.
test.use({ bypassCSP: true });

type Relay = Awaited<ReturnType<typeof startRelay>>;
let relay: Relay;
test.beforeAll(async () => {
  relay = await startRelay();
});
test.afterAll(() => relay.stop());

/** Makes the page's WalletConnect use the local relay, and its site offer WalletConnect. */
async function offerWalletConnect(page: Page) {
  await page.route('**/api/config/website', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    const data = { ...answer.data, walletConnectProjectId: 'f'.repeat(32) };
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await page.route(/\.walletconnect\.(com|org)\//, (route) => route.abort());
  await page.routeWebSocket(/relay\.walletconnect\.(com|org)/, (socket) => {
    const local = new WebSocket(`${relay.url}/${new URL(socket.url()).search}`);
    const waiting: (string | Buffer)[] = [];
    socket.onMessage((message) => {
      if (local.readyState === WebSocket.OPEN) local.send(String(message));
      else waiting.push(message);
    });
    local.addEventListener('open', () => {
      for (const message of waiting) local.send(String(message));
    });
    local.addEventListener('message', ({ data }) => socket.send(String(data)));
    socket.onClose(() => local.close());
  });
}

/** Starts a DApp in Node, with the library that DApps use. */
const startDapp = (name: string, url = 'https://dapp.example') =>
  SignClient.init({
    projectId: 'f'.repeat(32),
    relayUrl: relay.url,
    metadata: { name, description: name, url, icons: ['https://dapp.example/tracker.png'] },
    customStoragePrefix: name,
    storageOptions: { database: ':memory:' },
    telemetryEnabled: false,
    logger: 'fatal',
  });
type Dapp = Awaited<ReturnType<typeof startDapp>>;

/** Proposes a session. `approved` has to be asked for before the wallet approves it: the client would never resolve it. */
async function propose(dapp: Dapp, chains = [`eip155:${CHAIN}`, 'eip155:1']) {
  const { uri, approval } = await dapp.connect({
    optionalNamespaces: { eip155: { chains, methods, events: ['chainChanged', 'accountsChanged'] } },
  });
  const approved = approval();
  // A refusal is read later.
  approved.catch(() => undefined);
  return { uri, approved };
}

const form = (page: Page) => page.getByRole('region', { name: words.title });
async function paste(page: Page, uri = '') {
  await form(page).getByLabel(words.field).fill(uri);
  await form(page).getByRole('button', { name: words.open }).click();
}
const question = (page: Page) => page.getByRole('dialog', { name: 'Let this DApp see your account?' });

/** Opens the DApps page signed in, and connects a DApp. */
async function connect(walletPage: WalletPage, dapp: Dapp) {
  const { page } = walletPage;
  await walletPage.open(routes.dapps);
  await walletPage.signIn();
  const { uri, approved } = await propose(dapp);
  await paste(page, uri);
  await question(page).getByRole('button', { name: 'Connect', exact: true }).click();
  return approved;
}

const ask = (dapp: Dapp, topic: string, method: string, params: unknown, chainId = CHAIN) =>
  dapp
    .request<unknown>({ topic, chainId: `eip155:${chainId}`, request: { method, params } })
    .catch((error: { code?: number; message: string }) => error.code ?? error.message);

test('DAPP-10 a DApp elsewhere connects by its link, and each request is reviewed on any page, also after a reload', async ({
  walletPage,
  wallet,
  page,
}) => {
  await offerWalletConnect(page);
  await chainClient(CHAIN).setBalance({ address: wallet.address, value: parseEther('5') });
  const dapp = await startDapp('Far DApp');
  const session = await connect(walletPage, dapp);
  const { topic } = session;
  expect(session.namespaces.eip155?.accounts).toEqual([`eip155:${CHAIN}:${wallet.address}`]);
  await expect(page.getByRole('list', { name: access.title })).toContainText('Far DApp');

  const signing = ask(dapp, topic, 'personal_sign', [stringToHex('Hello'), wallet.address]);
  const review = page.getByRole('dialog', { name: 'Review a message' });
  await expect(review).toContainText('Far DApp');
  await expect(review).toContainText('Nobody has checked that this DApp is at https://dapp.example.');
  await review.getByRole('button', { name: 'Continue to your wallet' }).click();
  const signature = (await signing) as Hex;
  expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(wallet.address);

  await page.goto(routes.swap);
  const before = await chainClient(CHAIN).getBalance({ address: OTHER });
  const sending = ask(dapp, topic, 'eth_sendTransaction', [
    { from: wallet.address, to: OTHER, value: '0x2386f26fc10000' },
  ]);
  const payment = page.getByRole('dialog', { name: 'Review a transaction' });
  await expect(payment.getByRole('heading', { name: /^Send 0\.01.ETH to/ })).toBeVisible();
  await payment.getByRole('button', { name: 'Continue to your wallet' }).click();
  expect(await sending).toMatch(/^0x[0-9a-f]{64}$/);
  await walletPage.told('The transaction from Far DApp is confirmed.');
  expect((await chainClient(CHAIN).getBalance({ address: OTHER })) - before).toBe(parseEther('0.01'));

  // What this site can't do is answered without a question.
  expect(await ask(dapp, topic, 'wallet_switchEthereumChain', [{ chainId: '0x1' }])).toBe(4902);
  expect(await ask(dapp, topic, 'eth_sendTransaction', [{ from: OTHER, to: OTHER, value: '0x1' }])).toBe(
    4100,
  );
  const rejected = ask(dapp, topic, 'personal_sign', [stringToHex('No'), wallet.address]);
  await review.getByRole('button', { name: 'Reject', exact: true }).last().click();
  expect(await rejected).toBe(4001);

  const ended = new Promise<void>((resolve) => {
    dapp.on('session_delete', () => resolve());
  });
  await page.goto(routes.settings);
  await page.getByRole('button', { name: 'Disconnect Far DApp' }).click();
  await ended;
});

test('DAPP-10 A11Y-1 what a DApp says of itself is not trusted, and a sign-in elsewhere is a danger', async ({
  walletPage,
  page,
  wallet,
}) => {
  await offerWalletConnect(page);
  const dapp = await startDapp('<b>Bank</b>\u202Egnp.exe', 'https://bank.example/login?x=1');
  await walletPage.open(routes.dapps);
  await walletPage.signIn();
  const { uri, approved } = await propose(dapp);
  await paste(page, uri);
  const dialog = question(page);
  await expect(dialog).toContainText('<b>Bank</b>[U+202E]gnp.exe');
  await expect(dialog.locator('b, img[src*="tracker"]')).toHaveCount(0);
  await expect(dialog).toContainText('https://bank.example');
  for (const [theme, width] of [
    ['light', 360],
    ['dark', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await showTheme(page, theme);
    expect(await findings(page, width, '[role=dialog]')).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  const { topic } = await approved;
  const message = [
    'bank.example wants you to sign in with your Ethereum account:',
    wallet.address,
    '',
    'Sign in.',
    '',
    'URI: https://bank.example',
    'Version: 1',
    `Chain ID: ${CHAIN}`,
    'Nonce: 12345678',
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n');
  const signing = ask(dapp, topic, 'personal_sign', [stringToHex(message), wallet.address]);
  const review = page.getByRole('dialog', { name: 'Review a message' });
  await expect(review.getByText('Danger:').first()).toBeVisible();
  await review.getByRole('button', { name: 'Reject', exact: true }).last().click();
  expect(await signing).toBe(4001);
  expect(await axeFindings(page)).toEqual([]);
});

test('DAPP-10 a link that can’t be opened says why, and a DApp can be declined or leave', async ({
  walletPage,
  page,
}) => {
  await offerWalletConnect(page);
  await walletPage.open(routes.dapps);
  await walletPage.signIn();
  const key = 'a'.repeat(64);
  for (const [uri, problem] of [
    ['https://dapp.example', words.problem.notLink],
    [`wc:${key}@1?bridge=x`, words.problem.oldLink],
    [`wc:${key}@2?expiryTimestamp=1&symKey=${key}`, words.problem.expired],
  ] as const) {
    await paste(page, uri);
    await expect(form(page).getByText(problem)).toBeVisible();
    await expect(form(page).getByLabel(words.field)).toHaveValue(uri);
  }
  const elsewhere = await startDapp('Elsewhere');
  const foreign = await propose(elsewhere, ['eip155:1']);
  const refused = foreign.approved.catch((error: { code?: number }) => error.code);
  await paste(page, foreign.uri);
  await expect(form(page).getByText(words.problem.networks)).toBeVisible();
  expect(await refused).toBe(5100);

  const posing = await startDapp('Posing', new URL(page.url()).origin);
  const own = await propose(posing);
  const denied = own.approved.catch((error: { code?: number }) => error.code);
  await paste(page, own.uri);
  await expect(form(page).getByText(words.problem.own)).toBeVisible();
  expect(await denied).toBe(5000);

  const dapp = await startDapp('Leaving DApp');
  const first = await propose(dapp);
  const declined = first.approved.catch((error: { code?: number }) => error.code);
  await paste(page, first.uri);
  await question(page).getByRole('button', { name: 'Reject', exact: true }).last().click();
  expect(await declined).toBe(5000);
  const second = await propose(dapp);
  await paste(page, second.uri);
  await question(page).getByRole('button', { name: 'Connect', exact: true }).click();
  const { topic } = await second.approved;
  const listed = page.getByRole('list', { name: access.title });
  await expect(listed).toContainText('Leaving DApp');
  await dapp.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
  await expect(listed).toHaveCount(0);
});

test('DAPP-10 one tab reviews a request, and another one takes over when that closes', async ({
  walletPage,
  wallet,
  page,
  context,
}) => {
  await offerWalletConnect(page);
  const dapp = await startDapp('Far DApp');
  const { topic } = await connect(walletPage, dapp);
  const other = await context.newPage();
  await offerWalletConnect(other);
  await other.goto(routes.wallet);
  await expect(other.getByRole('banner').getByRole('button', { name: /^Account\b/ })).toBeVisible();
  const reviewIn = (tab: Page) => tab.getByRole('dialog', { name: 'Review a message' });
  const first = ask(dapp, topic, 'personal_sign', [stringToHex('One'), wallet.address]);
  await reviewIn(page).getByRole('button', { name: 'Reject', exact: true }).last().click();
  expect(await first).toBe(4001);
  await expect(reviewIn(other)).toHaveCount(0);
  await page.close();
  const second = ask(dapp, topic, 'personal_sign', [stringToHex('Two'), wallet.address]);
  await reviewIn(other).getByRole('button', { name: 'Continue to your wallet' }).click();
  expect(await recoverMessageAddress({ message: 'Two', signature: (await second) as Hex })).toBe(
    wallet.address,
  );
});
