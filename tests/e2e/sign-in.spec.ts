import { settled } from '../support/site-test';
import { expect, test, withMotion } from '../support/wallet-test';

const NOTICE_DURATION_MS = 5_000;

test.use(withMotion);

test('AUTH-1 WAL-1 a visitor connects an injected wallet, signs and is signed in for two hours', async ({
  walletPage,
  wallet,
  context,
}) => {
  await walletPage.open('/home');
  await walletPage.signIn();
  await walletPage.told("You're signed in.");
  expect(wallet.requests).toContain('personal_sign');
  const token = (await context.cookies()).find(({ name }) => name === 'token');
  expect(token).toMatchObject({ sameSite: 'Strict', path: '/' });
  const lifetime = (token?.expires ?? 0) - Date.now() / 1_000;
  expect(lifetime).toBeGreaterThan(7_100);
  expect(lifetime).toBeLessThan(7_201);
});

for (const chainId of [31338, 1])
  test(`AUTH-1 AUTH-7 WAL-1 signs in on network ${chainId} without a request to switch`, async ({
    walletPage,
    wallet,
  }) => {
    wallet.chainId = chainId;
    wallet.rejectNext('wallet_switchEthereumChain');
    await walletPage.open('/home');
    await walletPage.signIn();
    expect(wallet.requests).not.toContain('wallet_switchEthereumChain');
    expect(wallet.requests).not.toContain('wallet_addEthereumChain');
  });

test('AUTH-4 a wallet that hangs can be canceled, and its late answer does nothing', async ({
  walletPage,
  wallet,
  context,
}) => {
  const release = wallet.hold('personal_sign');
  await walletPage.open('/home');
  await walletPage.connect();
  const dialog = walletPage.dialog('Connect a wallet');
  await expect(dialog.getByText('Open or unlock your wallet.')).toBeVisible();
  await wallet.hasAsked('personal_sign');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('button', { name: 'Harbour Wallet' })).toBeVisible();
  release('answer');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(walletPage.connectButton()).toBeVisible();
  expect((await context.cookies()).some(({ name }) => name === 'token')).toBe(false);
});

test('AUTH-4 a rejected signature leaves a clean anonymous state and the reason', async ({
  walletPage,
  wallet,
  context,
}) => {
  wallet.rejectNext('personal_sign');
  await walletPage.open('/home');
  await walletPage.connect();
  expect((await context.cookies()).some(({ name }) => name === 'token')).toBe(false);
  const dialog = walletPage.dialog('Connect a wallet');
  await expect(dialog.getByRole('alert')).toHaveText('You rejected the request in your wallet.');
  await expect(dialog.getByRole('button', { name: 'Harbour Wallet' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(walletPage.connectButton()).toBeVisible();
});

test('AUTH-4 a wallet that rejects the connection leaves a clean anonymous state', async ({
  walletPage,
  wallet,
}) => {
  wallet.rejectNext('eth_requestAccounts');
  await walletPage.open('/home');
  await walletPage.connect();
  const dialog = walletPage.dialog('Connect a wallet');
  await expect(dialog.getByRole('alert')).toHaveText('You rejected the request in your wallet.');
  await expect(dialog.getByRole('button', { name: 'Harbour Wallet' })).toBeVisible();
});

test('AUTH-2 rejects a replayed sign-in message and keeps the first session', async ({
  walletPage,
  page,
}) => {
  await walletPage.open('/home');
  const sent = page.waitForRequest('**/api/user/login');
  await walletPage.signIn();
  const body = (await sent).postDataJSON();
  const replay = await page.request.post('/api/user/login', { data: body });
  expect(replay.ok()).toBe(false);
  expect((await replay.json()).data?.token).toBeUndefined();
  await page.reload();
  await expect(walletPage.accountButton()).toBeVisible();
});

test('AUTH-5 a reload keeps the session, and a second tab shares it', async ({
  walletPage,
  page,
  context,
}) => {
  await walletPage.open('/home');
  await walletPage.signIn();
  await page.reload();
  await expect(walletPage.accountButton()).toBeVisible();
  const second = await context.newPage();
  await second.goto('/wallet');
  await expect(second.getByRole('heading', { name: 'Tokens', exact: true })).toBeVisible();
});

test('AUTH-3 AUTH-5 disconnecting ends the session in every tab and on the server', async ({
  walletPage,
  page,
  context,
}) => {
  await walletPage.open('/wallet');
  await walletPage.signIn();
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
  const second = await context.newPage();
  await second.goto('/wallet');
  await expect(second.getByRole('heading', { name: 'Tokens', exact: true })).toBeVisible();

  await walletPage.openAccount();
  const revoked = page.waitForResponse('**/api/user/logout');
  await walletPage.dialog('Account').getByRole('button', { name: 'Disconnect' }).click();
  await revoked;
  await walletPage.toldOnce('wallet disconnected, please reconnect');
  await expect(walletPage.connectButton()).toBeVisible();
  await expect(second.getByRole('banner').getByRole('button', { name: 'Connect wallet' })).toBeVisible();

  const walletKeys = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('wagmi.')));
  await expect.poll(walletKeys).toEqual([]);
  const info = await page.request.get('/api/user/info', { headers: { Authorization: `Bearer ${token}` } });
  expect((await info.json()).code).toBe(1007);
});

test('AUTH-3 another account in the wallet ends the session', async ({ walletPage, wallet, page }) => {
  await walletPage.open('/wallet');
  await walletPage.signIn();
  await wallet.changeAccount(page);
  await walletPage.toldOnce('wallet disconnected, please reconnect');
  await expect(walletPage.connectButton()).toBeVisible();
});

test('AUTH-1 a reload during the signature request resumes it', async ({ walletPage, wallet, page }) => {
  const release = wallet.hold('personal_sign');
  await walletPage.open('/home');
  await walletPage.connect();
  await expect(
    walletPage.dialog('Connect a wallet').getByText('Sign the message in your wallet.'),
  ).toBeVisible();
  await page.reload();
  release('drop');
  await walletPage.dialog('Connect a wallet').getByRole('button', { name: 'Sign the message' }).click();
  await expect(walletPage.accountButton()).toBeVisible();
});

test('API-5 a session that ended on the server signs out the page, regardless of the request', async ({
  walletPage,
  page,
  context,
}) => {
  await walletPage.open('/wallet');
  await walletPage.signIn();
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
  // Leave the page, because its own requests would end the session before the request under test does.
  await page.goto('about:blank');
  await page.request.post('/api/user/logout', { headers: { Authorization: `Bearer ${token}` } });
  await page.goto('/wallet');
  await walletPage.toldOnce('wallet disconnected, please reconnect');
  await expect(walletPage.connectButton()).toBeVisible();
});

test('AUTH-3 a wallet that returns with another account ends the session of the first', async ({
  walletPage,
  wallet,
  page,
  context,
}) => {
  await walletPage.open('/home');
  await walletPage.signIn();
  await page.close();
  wallet.switchAccount();
  const later = await context.newPage();
  await later.goto('/wallet');
  await expect(later.getByText('wallet disconnected, please reconnect')).toHaveCount(1);
  await expect(later.getByRole('banner').getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  expect((await context.cookies()).some(({ name }) => name === 'token')).toBe(false);
});

test('AUTH-1 after an expired session the wallets are offered again, and disconnecting works', async ({
  walletPage,
  page,
  context,
}) => {
  await walletPage.open('/wallet');
  await walletPage.signIn();
  await context.clearCookies({ name: 'token' });
  await page.reload();
  await walletPage.signIn();
  await walletPage.openAccount();
  await walletPage.dialog('Account').getByRole('button', { name: 'Disconnect' }).click();
  await expect(walletPage.connectButton()).toBeVisible();
  await walletPage.connectButton().click();
  await expect(
    walletPage.dialog('Connect a wallet').getByRole('button', { name: 'Harbour Wallet' }),
  ).toBeVisible();
});

for (const [width, height] of [
  [360, 640],
  [390, 844],
] as const) {
  test(`NOTE-1 a notice covers neither the header nor a sheet's form at ${width}×${height}`, async ({
    walletPage,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    // Keep the notice from expiring, because the test measures it twice.
    await page.addInitScript((expiry) => {
      const start = window.setTimeout;
      window.setTimeout = ((run: () => void, ms?: number) =>
        ms === expiry ? 0 : start(run, ms)) as typeof window.setTimeout;
    }, NOTICE_DURATION_MS);
    await walletPage.open('/wallet');
    await walletPage.signIn();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const notice = page
      .getByRole('region', { name: 'Notifications' })
      .getByText("You're signed in.")
      .locator('..');
    const header = await page.getByRole('banner').boundingBox();
    const onPage = await notice.boundingBox();
    if (!header || !onPage) throw new Error('the header and the notice must be drawn');
    expect(onPage.y).toBeGreaterThan(header.y + header.height);
    expect(onPage.y + onPage.height).toBeLessThanOrEqual(height);

    await walletPage.openDeposit();
    const dialog = walletPage.dialog('Deposit');
    await settled(dialog);
    const overSheet = await notice.boundingBox();
    const field = await dialog.getByLabel('Amount', { exact: true }).boundingBox();
    const action = await dialog.getByRole('button', { name: 'Review' }).boundingBox();
    if (!overSheet || !field || !action) throw new Error('the notice and the form must be drawn');
    for (const { y } of [field, action]) expect(overSheet.y + overSheet.height).toBeLessThanOrEqual(y);
  });
}
