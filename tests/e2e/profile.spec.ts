import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type enMessages from '@/messages/en.json';
import { axeFindings, findings, PHONE, widthsIn } from '../support/axe';
import { decodeQr, noise, plain } from '../support/pictures';
import { shownNotice } from '../support/shown-notices';
import { newUser } from '../support/site-test';
import { expect, test } from '../support/wallet-test';

type Messages = typeof enMessages;

const languages = [
  { locale: 'en', prefix: '', screen: 'desktop', viewport: { width: 1280, height: 900 } },
  { locale: 'zh-Hant', prefix: '/zh-Hant', screen: 'phone', viewport: { width: 360, height: 740 } },
];

const messagesOf = (locale: string): Messages => JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));

/** User actions on the profile page. The tests make the assertions. */
class Profile {
  private readonly t: Messages['wallet']['profile'];
  constructor(
    readonly page: Page,
    readonly messages: Messages,
  ) {
    this.t = messages.wallet.profile;
  }

  /** Signs in and opens the wallet dialog. */
  async signIn(prefix: string) {
    await this.page.goto(`${prefix}/wallet`);
    await this.page
      .getByRole('main')
      .getByRole('button', { name: this.messages.wallet.preview.connect })
      .click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'Harbour Wallet' }).click();
    await this.openFromMenu();
    await expect(this.wallet.getByRole('button', { name: this.t.editName })).toBeVisible();
  }

  /** Opens the wallet dialog from the account's menu. */
  async openFromMenu() {
    await this.page.getByRole('banner').locator('button[aria-haspopup=menu]').click();
    await this.page.getByRole('menuitem', { name: this.messages.wallet.account.title, exact: true }).click();
  }

  get wallet() {
    return this.page.getByRole('dialog', { name: this.messages.wallet.account.title, exact: true });
  }
  get nameDialog() {
    return this.page.getByRole('dialog', { name: this.t.name.title });
  }
  get inviterDialog() {
    return this.page.getByRole('dialog', { name: this.t.invite.title });
  }
  get pictureDialog() {
    return this.page.getByRole('dialog', { name: this.t.picture.title });
  }
  get picture() {
    return this.wallet.locator('svg image');
  }
  get uploadButton() {
    return this.pictureDialog.getByRole('button', { name: this.t.picture.submit, exact: true });
  }
  async openPicture() {
    await this.wallet.getByRole('button', { name: this.t.changePicture }).click();
    await expect(this.pictureDialog).toBeVisible();
  }
  async choose(name: string, buffer: Buffer, mimeType = 'image/png') {
    await this.pictureDialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  }
}

/** Throttles uploads to simulate a slow connection. */
async function throttleUploads(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
  return () => session.detach();
}

for (const { locale, prefix, screen, viewport } of languages) {
  const messages = messagesOf(locale);
  const { profile: t } = messages.wallet;
  test.describe(`${locale}, ${screen}`, () => {
    test.use({ viewport });

    test(`WAL-11 WAL-2 name, inviter and picture are saved and survive a reload, ${locale}, ${screen}`, async ({
      page,
      request,
      wallet: _wallet,
    }) => {
      const inviter = await newUser(request);
      const profile = new Profile(page, messages);
      await profile.signIn(prefix);
      await expect(profile.wallet.getByText(t.noName)).toBeVisible();
      await expect(profile.picture).toHaveCount(0);

      await profile.wallet.getByRole('button', { name: t.editName }).click();
      const name = profile.nameDialog.getByRole('textbox', { name: t.name.label });
      const long = 'Harbour Seal and Porpoise';
      await name.fill(long);
      await profile.nameDialog.getByRole('button', { name: t.name.submit }).click();
      const tooLong = t.name.length.replace('{min}', '1').replace('{max}', '20');
      await expect(name).toHaveAccessibleDescription(tooLong);
      await expect(name).toHaveValue(long);
      await name.fill('Harbour Seal 海豹');
      await name.press('Enter');
      await shownNotice(page, t.name.saved);
      await expect(profile.wallet.getByText('Harbour Seal 海豹')).toBeVisible();

      await profile.wallet.getByRole('button', { name: t.addInviter }).click();
      const code = profile.inviterDialog.getByRole('textbox', { name: t.invite.label });
      await code.fill('22222222');
      await code.press('Enter');
      await expect(code).toHaveAccessibleDescription(messages.api.inviteCodeUnknown);
      await expect(code).toHaveValue('22222222');
      await code.fill(inviter.inviteCode.toLowerCase());
      await code.press('Enter');
      await expect(profile.wallet.getByTitle(inviter.address)).toBeVisible();
      await expect(profile.wallet.getByRole('button', { name: t.addInviter })).toHaveCount(0);

      await profile.openPicture();
      await profile.choose('me.png', await plain(640, 480).png().toBuffer());
      await expect(profile.pictureDialog.getByRole('img', { name: t.picture.preview })).toBeVisible();
      await profile.uploadButton.click();
      await shownNotice(page, t.picture.saved);
      await expect(profile.picture).toHaveAttribute('href', /^\/avatars\/[0-9a-f]{64}\.webp$/);

      await page.reload();
      await profile.openFromMenu();
      await expect(profile.wallet.getByText('Harbour Seal 海豹')).toBeVisible();
      await expect(profile.wallet.getByTitle(inviter.address)).toBeVisible();
      await expect(profile.picture).toHaveAttribute('href', /^\/avatars\//);
    });
  });

  test(`WAL-11 a visitor who opens an invite link finds its code after signing in, ${locale}`, async ({
    page,
    request,
    wallet: _wallet,
  }) => {
    await page.setViewportSize(viewport);
    const inviter = await newUser(request);
    const profile = new Profile(page, messages);
    await page.goto(`${prefix}/wallet?invite=${inviter.inviteCode}`);
    await page.getByRole('main').getByRole('button', { name: messages.wallet.preview.connect }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Harbour Wallet' }).click();
    await expect(profile.inviterDialog.getByText(t.invite.invited)).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    const code = profile.inviterDialog.getByRole('textbox', { name: t.invite.label });
    await expect(code).toHaveValue(inviter.inviteCode);
    await code.press('Enter');
    await shownNotice(page, t.invite.saved);
    await expect(profile.wallet.getByTitle(inviter.address)).toBeVisible();

    await profile.wallet.getByText(t.invite.show).click();
    const [own = ''] = (await profile.wallet.getByText(/invite=/).textContent())?.match(/[^=]+$/) ?? [];
    expect(own).not.toBe(inviter.inviteCode);
    const picture = profile.wallet.getByRole('img', { name: t.invite.code.replace('{code}', own) });
    await expect(picture).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    expect(await decodeQr(page, await picture.screenshot())).toBe(
      `${new URL(page.url()).origin}${prefix}/wallet?invite=${own}`,
    );
  });

  test(`A11Y-1 WAL-11 axe finds no violations in the profile dialogs, ${locale}`, async ({
    page,
    wallet: _wallet,
  }) => {
    const profile = new Profile(page, messages);
    await profile.signIn(prefix);
    const check = async (state: string, widths = widthsIn(locale)) => {
      for (const width of widths)
        expect(await findings(page, width, '[role=dialog]'), `${state} at ${width} px`).toEqual([]);
    };
    await check('wallet');
    for (const [opener, dialog, submit] of [
      [t.editName, profile.nameDialog, t.name.submit],
      [t.addInviter, profile.inviterDialog, t.invite.submit],
      [t.changePicture, profile.pictureDialog, t.picture.submit],
    ] as const) {
      await profile.wallet.getByRole('button', { name: opener }).click();
      await expect(dialog).toBeVisible();
      await check(opener);
      await dialog.getByRole('button', { name: submit, exact: true }).click();
      await check(`${opener}, refused`, [PHONE]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await profile.openPicture();
    await profile.choose('me.png', await noise(700).png().toBuffer());
    const stop = await throttleUploads(page, 20_000);
    await profile.uploadButton.click();
    await expect(profile.pictureDialog.getByRole('progressbar')).toBeVisible();
    await check('upload under way', [PHONE]);
    await profile.pictureDialog.getByRole('button', { name: t.picture.cancel }).click();
    await check('upload cancelled', [PHONE]);
    await stop();
  });
}

const english = messagesOf('en');
const { profile: t } = english.wallet;

test('WAL-11 DLG-3 works by keyboard: the focus enters each dialog and returns to its button', async ({
  page,
  wallet: _wallet,
}) => {
  const profile = new Profile(page, english);
  await profile.signIn('');
  const edit = profile.wallet.getByRole('button', { name: t.editName });
  await edit.focus();
  await page.keyboard.press('Enter');
  await expect(profile.nameDialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(profile.nameDialog).toBeHidden();
  await expect(edit).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(profile.nameDialog).toBeFocused();
  const name = profile.nameDialog.getByRole('textbox');
  // Skip the close icon.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  // The widest possible name must not push the content below it out of the dialog.
  const widest = 'W'.repeat(20);
  await page.keyboard.type(widest);
  await page.keyboard.press('Enter');
  await expect(profile.wallet.getByText(widest)).toBeVisible();
  const deposit = profile.wallet.getByRole('button', { name: english.wallet.account.deposit });
  await expect(deposit).toBeInViewport({ ratio: 1 });
  const room = await profile.wallet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(room).toBeLessThanOrEqual(0);
  await expect(edit).toBeFocused();

  const change = profile.wallet.getByRole('button', { name: t.changePicture });
  // Start waiting well before the click, because the browser intercepts file choosers only after a delay.
  const chooser = page.waitForEvent('filechooser');
  await change.press('Enter');
  await expect(profile.pictureDialog).toBeFocused();
  const choose = profile.pictureDialog.getByRole('button', { name: t.picture.choose });
  await choose.focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await plain(300, 300).png().toBuffer(),
  });
  await profile.uploadButton.press('Enter');
  await expect(profile.picture).toHaveCount(1);
  await expect(change).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(profile.wallet).toBeHidden();
});

test('API-8 an upload shows its progress and can be canceled; the file stays selected and can be sent later', async ({
  page,
  wallet: _wallet,
}) => {
  const profile = new Profile(page, english);
  await profile.signIn('');
  await profile.openPicture();
  await profile.choose('noise.png', await noise(700).png().toBuffer());
  const stop = await throttleUploads(page, 100_000);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload/avatar'));
  await profile.uploadButton.click();
  const bar = profile.pictureDialog.getByRole('progressbar', { name: t.picture.progress });
  const value = async () => Number(await bar.getAttribute('value'));
  await expect.poll(value).toBeGreaterThan(2);
  const early = await value();
  await expect.poll(value).toBeGreaterThan(early);
  expect(await value()).toBeLessThan(100);
  await expect(profile.pictureDialog.getByRole('status')).toHaveText(t.picture.uploading);
  const cancel = profile.pictureDialog.getByRole('button', { name: t.picture.cancel });
  await expect(cancel).toBeFocused();
  await cancel.click();
  await failed;
  await expect(profile.pictureDialog.getByRole('status')).toHaveText(t.picture.cancelled);
  await expect(profile.uploadButton).toBeFocused();
  await expect(profile.pictureDialog.getByText('noise.png')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(/server|offline/i)).toHaveCount(
    0,
  );

  await stop();
  await profile.uploadButton.click();
  await shownNotice(page, t.picture.saved);
  await expect(profile.picture).toHaveCount(1);
});

test('API-8 API-6 explains a rejected, an unsuitable and an unsent picture below the field', async ({
  page,
  context,
  wallet: _wallet,
}) => {
  const profile = new Profile(page, english);
  await profile.signIn('');
  await profile.openPicture();
  const choose = profile.pictureDialog.getByRole('button', { name: t.picture.choose });
  const explained = (text: string) => expect(profile.pictureDialog.getByText(text)).toBeVisible();
  await profile.uploadButton.click();
  await explained(t.picture.empty);
  await profile.choose('movie.mp4', Buffer.from('no picture'), 'video/mp4');
  await explained(t.picture.type);
  await profile.choose('large.png', Buffer.alloc(2 * 1_024 * 1_024 + 1));
  await explained(t.picture.size.replace('{size}', '2'));
  await expect(choose).toHaveAccessibleDescription(/^This file is larger than 2 MB/);
  await profile.choose('liar.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await explained(t.picture.unreadable);
  await profile.uploadButton.click();
  await explained(english.api.imageType);

  await profile.choose('me.png', await plain(300, 300).png().toBuffer());
  await context.setOffline(true);
  await profile.uploadButton.click();
  await explained(english.client.offline);
  await expect(profile.pictureDialog.getByText('me.png')).toBeVisible();
  await context.setOffline(false);
  await profile.uploadButton.click();
  await expect(profile.picture).toHaveCount(1);
});

test('WAL-11 rejects an inviter who was invited by the user, with the reason', async ({
  page,
  request,
  wallet: _wallet,
}) => {
  const profile = new Profile(page, english);
  await profile.signIn('');
  const own = await profile.wallet.getByText(/^[2-9A-Z]{8}$/).textContent();
  const guest = await newUser(request);
  await guest.addInviter(own ?? '');
  await profile.wallet.getByRole('button', { name: t.addInviter }).click();
  const code = profile.inviterDialog.getByRole('textbox');
  for (const [text, reason] of [
    [own ?? '', english.api.inviteSelf],
    [guest.inviteCode, english.api.inviteLoop],
  ] as const) {
    await code.fill(text);
    await code.press('Enter');
    await expect(code).toHaveAccessibleDescription(reason);
  }
});

test('WAL-11 AUTH-3 the end of a session closes the profile dialogs', async ({ page, wallet }) => {
  const profile = new Profile(page, english);
  await profile.signIn('');
  await profile.wallet.getByRole('button', { name: t.editName }).click();
  await expect(profile.nameDialog).toBeVisible();
  await wallet.changeAccount(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: english.wallet.preview.connect }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Harbour Wallet' }).click();
  await expect(page.getByRole('main').getByRole('heading', { name: 'Tokens', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
