import { parseUnits } from 'viem';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { findings, PHONE } from '../support/axe';
import { accept, contact, heard, messages, type Person, person, say, short, start } from '../support/chat';
import { chooseToken } from '../support/choose-token';
import { DAPP_ORIGIN, E2E_ORIGIN, findToken } from '../support/e2e-site';
import { fund, transferOnChain } from '../support/fund';
import { InjectedWallet } from '../support/injected-wallet';
import { decodeQr } from '../support/pictures';
import { expect, test, WalletPage } from '../support/wallet-test';

const CHAIN = 31337;

/** Chooses an action from the menu of a message. */
async function choose({ page }: Person, text: string, action: string) {
  const message = messages({ page } as Person)
    .getByRole('listitem')
    .filter({ hasText: text });
  await message.hover();
  await message.getByRole('button', { name: /^Actions for a message/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('HUB-1 HUB-2 two people write to each other after the second accepts, reply, react, edit, and delete', async ({
  browser,
}) => {
  const [alice, bob] = await Promise.all([person(browser), person(browser)]);
  await contact(alice, bob);
  await say(bob, 'Hello back');
  await heard(alice, 'Hello back');

  await choose(alice, 'Hello back', 'Reply');
  await say(alice, 'How are the tides?');
  await heard(bob, 'How are the tides?');
  await expect(messages(bob).getByRole('listitem').filter({ hasText: 'How are the tides?' })).toContainText(
    'Hello back',
  );
  await choose(bob, 'How are the tides?', 'React with 👍');
  await expect(messages(alice).getByRole('list', { name: 'Reactions' })).toContainText('👍');

  await choose(alice, 'How are the tides?', 'Edit');
  await alice.page.getByLabel('Message', { exact: true }).fill('How is the tide?');
  await alice.page.getByRole('button', { name: 'Save', exact: true }).click();
  await heard(bob, 'How is the tide?');
  await expect(messages(bob)).toContainText('Edited');
  await choose(alice, 'How is the tide?', 'Delete for everyone');
  await expect(messages(bob).getByText('Message deleted')).toBeVisible();

  // The history stays on the device.
  await bob.page.reload();
  await heard(bob, 'Hello from the harbor');
  await expect(messages(bob)).not.toContainText('How is the tide?');
});

test('HUB-8 people see the name that the other one chose, in quotes, with the address beside it', async ({
  browser,
}) => {
  const [alice, bob] = await Promise.all([person(browser), person(browser)]);
  await alice.page.getByLabel('Name (optional)').fill('Alice of the bay');
  await alice.page.getByRole('button', { name: 'Use this name' }).click();
  await bob.page.getByRole('button', { name: 'Skip' }).click();
  for (const { page } of [alice, bob]) await expect(page.getByLabel('Name (optional)')).toHaveCount(0);
  await start(alice, [bob]);
  await say(alice, 'Hello from the harbor');
  await accept(bob, '“Alice of the bay”');
  await expect(bob.page.getByRole('heading', { name: '“Alice of the bay”' })).toBeVisible();
  await expect(bob.page.getByText(`Self-chosen name · ${short(alice)}`)).toBeVisible();
  await say(bob, 'Hello back');
  await expect(alice.page.getByRole('heading', { name: short(bob) })).toBeVisible();
});

test('HUB-10 HUB-8 WAL-13 a request by somebody who paid before says so, and her name stands wherever her money does', async ({
  browser,
}) => {
  const [ana, ben] = await Promise.all([person(browser), person(browser)]);
  await ana.page.getByLabel('Name (optional)').fill('Ana of the bay');
  await ana.page.getByRole('button', { name: 'Use this name' }).click();
  await fund(ana.wallet.address, 'tUSDT', '30', CHAIN);
  await transferOnChain(ana.wallet.account, ben.wallet.address, 'tUSDT', '5', CHAIN);
  await start(ana, [ben]);
  await say(ana, 'Did it arrive?');
  await say(ana, 'It was for dinner');

  await ben.page.getByRole('tab', { name: /^Message requests/ }).click();
  await ben.page
    .getByRole('list', { name: /^Message requests/ })
    .getByRole('button')
    .click();
  const request = ben.page.getByRole('region', { name: 'Request' });
  await expect(request.getByText('They paid you before.')).toBeVisible();
  await expect(request).toContainText(/^“Ana of the bay” wants to message you\./);
  await heard(ben, 'It was for dinner');
  await request.getByRole('button', { name: 'Accept' }).click();
  await expect(ben.page.getByLabel('Message', { exact: true })).toBeVisible();
  // What is open is read.
  const conversation = ben.page.getByRole('list', { name: 'Conversations' }).getByRole('button');
  await expect(conversation).toContainText('“Ana of the bay”');
  await expect(conversation).not.toContainText('unread');

  const named = `“Ana of the bay” (${short(ana)})`;
  await ben.walletPage.open('/wallet/activity');
  const row = ben.page.getByRole('row').filter({ hasText: '+5' });
  await expect(row).toContainText(`from ${named}`);
  await row.getByRole('link', { name: 'Received' }).click();
  await expect(ben.page.getByRole('heading', { name: `Received 5 tUSDT from ${named}` })).toBeVisible();

  const { address, decimals } = findToken('tUSDT', CHAIN);
  if (!address) throw new Error('tUSDT is no contract');
  const uri = writePaymentRequest({
    ...{ recipient: ana.wallet.address, chainId: CHAIN },
    ...{ token: address, amount: parseUnits('2', decimals) },
  });
  await ben.walletPage.open(`/wallet/pay?${new URLSearchParams({ tab: 'pay', request: uri })}`);
  const main = ben.page.getByRole('main');
  await expect(main.getByText('“Ana of the bay”')).toBeVisible();
  await expect(main.getByText(/^This person chose their own name\./)).toBeVisible();
  await main.getByRole('button', { name: 'Back' }).click();
  const field = ben.page.getByRole('combobox', { name: 'Address or payment request' });
  await field.fill('of the b');
  await expect(ben.page.getByRole('option')).toContainText(`“Ana of the bay”${short(ana)}`);
  await ben.page.keyboard.press('Enter');
  await expect(main.getByText('“Ana of the bay”')).toBeVisible();
});

test('HUB-1 SITE-4 the code of messages loads when an account opens them, and not before', async ({
  walletPage,
  page,
}) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  // The cipher suite’s label is in the code of MLS.
  const protocols = async () => (await Promise.all(scripts)).filter((text) => text.includes('MLS 1.0'));
  await walletPage.open('/wallet/portfolio');
  await walletPage.signIn();
  // For accounts that have turned on messages, the code would load when the page is idle.
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  );
  expect(scripts.length).toBeGreaterThan(8);
  expect(await protocols()).toEqual([]);
  await walletPage.open('/wallet/messages');
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  expect(await protocols()).toHaveLength(1);
});

test('HUB-2 messages written without a connection wait, and are sent when it is back', async ({
  browser,
}) => {
  const [alice, bob] = await Promise.all([person(browser), person(browser)]);
  await contact(alice, bob);
  await alice.page.context().setOffline(true);
  await say(alice, 'Written at sea');
  await expect(messages(alice).getByText('Waiting to send')).toBeVisible();
  await alice.page.context().setOffline(false);
  await heard(bob, 'Written at sea');
  await expect(messages(alice).getByText('Waiting to send')).toHaveCount(0);
});

test('HUB-2 a room has people who join and leave, and who was removed reads nothing more', async ({
  browser,
}) => {
  const [alice, bob, carol] = await Promise.all([person(browser), person(browser), person(browser)]);
  await start(alice, [bob, carol], 'Boat trip');
  await say(alice, 'Who is in?');
  for (const one of [bob, carol]) {
    await accept(one, /Boat trip/);
    await heard(one, 'Who is in?');
  }
  await say(carol, 'I am');
  await heard(bob, 'I am');

  await alice.page.getByRole('button', { name: 'Details' }).click();
  const details = alice.page.getByRole('dialog', { name: 'Boat trip' });
  const member = details.getByRole('listitem').filter({ hasText: short(carol) });
  await member.getByRole('button', { name: 'Remove', exact: true }).click();
  await member.getByRole('button', { name: `Remove ${short(carol)}` }).click();
  await expect(member).toHaveCount(0);
  await details.getByRole('button', { name: 'Close' }).click();
  await say(alice, 'Now only we two');
  await heard(bob, 'Now only we two');
  await expect(carol.page.getByText("You're no longer in this conversation.")).toBeVisible();
  await expect(messages(carol)).not.toContainText('Now only we two');
});

test('HUB-4 tokens are requested and paid in a conversation, and both read the payment from the chain', async ({
  browser,
}) => {
  const [alice, bob] = await Promise.all([person(browser), person(browser)]);
  await fund(bob.wallet.address, 'tUSDT', '40', CHAIN);
  await contact(alice, bob);

  await alice.page.getByRole('button', { name: 'Request tokens' }).click();
  const ask = alice.page.getByRole('dialog', { name: 'Request tokens' });
  await chooseToken(ask, 'tUSDT', { network: 'Local chain 1' });
  await ask.getByLabel('Amount', { exact: true }).fill('12.5');
  await ask.getByLabel("What's it for? (optional)").fill('Dinner');
  await ask.getByRole('button', { name: 'Request', exact: true }).click();
  await heard(bob, '12.5 tUSDT');
  await heard(bob, 'Dinner');

  await messages(bob).getByRole('button', { name: 'Pay', exact: true }).click();
  const pay = bob.page.getByRole('dialog', { name: 'Pay request' });
  // Until the balance is read, the form can't be reviewed.
  await expect(pay.getByText(/^Balance: 40 /)).toBeVisible();
  // One press to review it, and one to sign it.
  await expect(pay.getByText('Free: no network fee')).toBeVisible();
  await pay.getByRole('button', { name: 'Review' }).click();
  await bob.page.getByRole('button', { name: 'Sign and send 12.5 tUSDT' }).click();
  for (const one of [alice, bob])
    await expect(messages(one).getByRole('list', { name: 'Payments' })).toContainText('Paid');
  await expect(messages(bob).getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0);

  // The payment leads back from the lists of transactions of both.
  for (const [one, other] of [
    [alice, bob],
    [bob, alice],
  ] as const) {
    await one.walletPage.open('/wallet/activity');
    const row = one.page.getByRole('row').filter({ hasText: '12.5' });
    const link = row.getByRole('link', { name: `From the conversation with ${short(other)}` });
    await link.click();
    await expect(messages(one).getByRole('list', { name: 'Payments' })).toContainText('Paid');
  }

  // Each starts again with the token that they used last. On a phone, the form fits.
  await bob.page.setViewportSize({ width: 390, height: 844 });
  await bob.page.getByRole('button', { name: 'Send tokens' }).click();
  const again = bob.page.getByRole('dialog', { name: 'Send tokens' });
  await expect(again.getByRole('button', { name: 'Token: tUSDT on Local chain 1' })).toBeVisible();
  await again.getByLabel('Amount', { exact: true }).fill('1');
  for (const one of [
    again.getByText('Free: no network fee'),
    again.getByText('To', { exact: true }),
    again.getByRole('button', { name: 'Review' }),
  ])
    await expect(one).toBeInViewport({ ratio: 1 });
  await alice.page.getByRole('button', { name: 'Request tokens' }).click();
  await expect(ask.getByRole('button', { name: 'Token: tUSDT on Local chain 1' })).toBeVisible();
});

test('HUB-1 a scanned invitation leads a newcomer into the room, and says so if it has ended', async ({
  browser,
}) => {
  const [alice, bob, carol] = await Promise.all([person(browser), person(browser), person(browser)]);
  await start(alice, [bob, carol], 'Boat trip');
  await alice.page.setViewportSize({ width: PHONE, height: 740 });
  await alice.page.getByRole('button', { name: 'Details' }).click();
  const details = alice.page.getByRole('dialog', { name: 'Boat trip' });
  const code = details.getByRole('img', { name: 'QR code with the invitation to Boat trip' });
  const scan = async () => decodeQr(alice.page, await code.screenshot());
  await details.getByRole('button', { name: 'Invite by link' }).click();
  const ended = await scan();
  await details.getByRole('button', { name: 'New link' }).click();
  await expect(details.getByText(ended ?? '', { exact: true })).toHaveCount(0);
  await expect(details.getByText('#invite=')).toBeVisible();
  const link = await scan();
  expect(link).not.toBe(ended);
  expect(await findings(alice.page, PHONE, '[role=dialog]')).toEqual([]);

  const context = await browser.newContext({ baseURL: E2E_ORIGIN, reducedMotion: 'reduce' });
  await new InjectedWallet().install(context);
  const page = await context.newPage();
  const newcomer = new WalletPage(page);
  await page.goto(ended ?? '');
  await expect(page.getByRole('heading', { name: "You're invited to a room" })).toBeVisible();
  await newcomer.signIn();
  await expect(page.getByText("You're invited to a room. Turn on messages to reply.")).toBeVisible();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Join room' }).click();
  await expect(page.getByText('The invitation to the room Boat trip is no longer valid.')).toBeVisible();
  await page.getByRole('button', { name: 'OK', exact: true }).click();

  await page.goto(link ?? '');
  await expect(page.getByText(/^This link says that .+ invites you to the room Boat trip/)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByRole('button', { name: 'Join room' }).click();
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('Boat trip');
  await expect(page.getByRole('region', { name: 'Invitation' })).toHaveCount(0);
});

test('HUB-5 a DApp that the site lists is shared, and opens from its card', async ({ browser }) => {
  const [alice, bob] = await Promise.all([person(browser), person(browser)]);
  await contact(alice, bob);
  await alice.page.getByRole('button', { name: 'Share a DApp' }).click();
  await alice.page
    .getByRole('dialog', { name: 'Share a DApp' })
    .getByRole('button', { name: 'Sample DApp' })
    .click();
  await heard(bob, 'Sample DApp');
  await heard(bob, DAPP_ORIGIN);
  await messages(bob).getByRole('link', { name: 'Open DApp' }).click();
  await expect(bob.page).toHaveURL('/wallet/dapps?dapp=sample');
});

test('HUB-1 a second browser of an account joins its conversations, and reads nothing after it is revoked', async ({
  browser,
}) => {
  const [alice, bob] = await Promise.all([person(browser), person(browser)]);
  await contact(alice, bob);
  const phone = await person(browser, bob.wallet);
  // A device looks for its account's other ones when its page opens or becomes visible.
  await bob.page.reload();
  await expect(alice.page.getByText(`${short(bob)} added 1 device`)).toBeVisible();
  await say(alice, 'To both of you');
  await expect(phone.page.getByRole('list', { name: 'Conversations' })).toContainText(short(alice));
  await phone.page.getByRole('list', { name: 'Conversations' }).getByRole('button').first().click();
  await heard(phone, 'To both of you');

  await bob.page.getByRole('button', { name: 'Settings' }).click();
  const settings = bob.page.getByRole('dialog', { name: 'Settings' });
  const other = settings.getByRole('listitem').filter({ hasText: 'Another browser' });
  await other.getByRole('button', { name: 'Revoke' }).click();
  await other.getByRole('button', { name: 'Revoke' }).click();
  await expect(other).toContainText('Revoked');
  await expect(phone.page.getByText('You revoked this device.')).toBeVisible();
  await settings.getByRole('button', { name: 'Close' }).click();
  await say(bob, 'Only this browser');
  await heard(alice, 'Only this browser');
  await expect(messages(phone)).not.toContainText('Only this browser');
});

test('HUB-6 the pages of messages have no accessibility findings on a phone', async ({ browser }) => {
  const [alice, bob] = await Promise.all([person(browser), person(browser)]);
  await contact(alice, bob);
  await alice.page.setViewportSize({ width: PHONE, height: 740 });
  await expect(alice.page.getByRole('button', { name: 'Back to conversations' })).toBeVisible();
  expect(await findings(alice.page, PHONE, 'main')).toEqual([]);
  await alice.page.getByRole('button', { name: 'Details' }).click();
  await expect(alice.page.getByRole('list', { name: 'Security code' })).toBeVisible();
  expect(await findings(alice.page, PHONE, '[role=dialog]')).toEqual([]);

  // Nothing that has the focus is hidden.
  await alice.page.getByRole('button', { name: 'Close' }).click();
  await alice.page.getByRole('button', { name: 'Back to conversations' }).click();
  const row = alice.page.getByRole('list', { name: 'Conversations' }).getByRole('button');
  await expect(row).toBeFocused();
  await alice.page.keyboard.press('Enter');
  await expect(alice.page.getByRole('heading', { name: short(bob) })).toBeFocused();
});
