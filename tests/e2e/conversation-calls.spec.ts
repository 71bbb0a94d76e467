import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { findings, PHONE } from '../support/axe';
import { launchWithTone } from '../support/call-browsers';
import { AUDIBLE_DB, recordConnections, TOLERANCE_HZ } from '../support/call-tones';
import { contact, heard, messages, type Person, person, say, short } from '../support/chat';
import { expect, test } from '../support/wallet-test';

const TONES_HZ = [440, 1_000] as const;

let dir = '';
const browsers: Browser[] = [];
test.beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-calls-'));
});
test.afterEach(async () => {
  await Promise.all(browsers.splice(0).map((browser) => browser.close()));
  await rm(dir, { recursive: true, force: true });
});

/** A person whose microphone has a tone. */
async function caller(hz: number): Promise<Person> {
  const browser = await launchWithTone(dir, hz);
  browsers.push(browser);
  return person(browser, undefined, (context) => context.addInitScript(recordConnections));
}

/** Two people in a conversation that both have accepted. */
async function pair(): Promise<[Person, Person]> {
  const [alice, bob] = await Promise.all([caller(TONES_HZ[0]), caller(TONES_HZ[1])]);
  await contact(alice, bob);
  await say(bob, 'Hello back');
  await heard(alice, 'Hello back');
  return [alice, bob];
}

const panel = ({ page }: Person) => page.getByRole('region', { name: /^Call: / });
const call = (one: Person, other: Person) =>
  one.page.getByRole('button', { name: `Call ${short(other)}` }).click();

/** Expects that a person hears a tone, and nothing else. */
async function expectToHear({ page }: Person, hz: number) {
  const tones = await page.evaluate(() => window.heardTones());
  expect(tones).toHaveLength(1);
  expect(Math.abs((tones[0]?.hz ?? 0) - hz)).toBeLessThan(TOLERANCE_HZ);
  expect(tones[0]?.db).toBeGreaterThan(AUDIBLE_DB);
}

test('CALL-7 CALL-8 a call from a conversation rings on another page, goes on while the wallet is used, and has a line', async () => {
  const [alice, bob] = await pair();
  // A page that was loaded elsewhere, where the messenger starts by itself.
  await bob.page.goto('/wallet/activity');
  await expect(bob.walletPage.accountButton()).toBeVisible();
  await call(alice, bob);
  await expect(panel(alice)).toContainText('Ringing…');
  await expect(
    bob.page.getByRole('alert').filter({ hasText: `Incoming call from ${short(alice)}` }),
  ).toHaveCount(1);
  // Only the messages page may use the microphone, so it loads, and the call goes on there.
  await panel(bob).getByRole('button', { name: 'Accept' }).click();
  await expect(bob.page).toHaveURL(/\/wallet\/messages\?conversation=/);
  for (const one of [alice, bob]) await expect(panel(one).getByRole('timer')).toBeVisible();
  await expectToHear(alice, TONES_HZ[1]);
  await expectToHear(bob, TONES_HZ[0]);

  await alice.page
    .getByRole('navigation', { name: 'Wallet pages' })
    .getByRole('link', { name: 'Portfolio' })
    .click();
  await expect(alice.page).not.toHaveURL(/messages/);
  await expect(panel(alice).getByRole('timer')).toBeVisible();
  await expectToHear(bob, TONES_HZ[0]);
  await expectToHear(alice, TONES_HZ[1]);

  await panel(alice).getByRole('button', { name: 'Hang up' }).click();
  for (const one of [alice, bob]) await expect(panel(one)).toContainText('Call ended');
  await expect(
    messages(bob)
      .getByRole('listitem')
      .filter({ hasText: `Call from ${short(alice)}` }),
  ).toContainText(/\d:\d\d/);
  await alice.page.goBack();
  await expect(messages(alice).getByRole('listitem').filter({ hasText: 'You called' })).toContainText(
    /\d:\d\d/,
  );
  expect(await bob.page.evaluate(() => window.openConnections().length)).toBe(0);
});

test('CALL-1 CALL-8 declined and missed calls are told to both, and closing the page ends a call', async () => {
  const [alice, bob] = await pair();
  await call(alice, bob);
  await panel(bob).getByRole('button', { name: 'Decline' }).click();
  await expect(panel(alice)).toContainText('They declined the call');
  await heard(alice, 'Your call was declined');
  await heard(bob, `You declined a call from ${short(alice)}`);

  await call(bob, alice);
  await expect(panel(alice).getByRole('button', { name: 'Accept' })).toBeVisible();
  await expect(alice.page.getByText('A call is in progress.')).toBeVisible();
  await alice.page.setViewportSize({ width: PHONE, height: 740 });
  expect(await findings(alice.page, PHONE, '.call-dock')).toEqual([]);
  expect(await findings(alice.page, PHONE, 'main')).toEqual([]);
  await panel(bob).getByRole('button', { name: 'Cancel call' }).click();
  await expect(panel(alice)).toContainText('Missed call');
  await heard(alice, `Missed call from ${short(bob)}`);
  await heard(bob, 'You canceled a call');

  await call(bob, alice);
  await panel(alice).getByRole('button', { name: 'Accept' }).click();
  await expect(panel(bob).getByRole('timer')).toBeVisible();
  await alice.page.goto('about:blank');
  await expect(panel(bob)).toContainText('Call ended');
});

test('CALL-8 a refused microphone is explained, and nobody is called', async () => {
  const [alice, bob] = await pair();
  await alice.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('refused', 'NotAllowedError');
    };
  });
  await alice.page.reload();
  await call(alice, bob);
  await expect(panel(alice)).toContainText('Calls need your microphone.');
  await expect(panel(alice)).toContainText('Microphone access is blocked.');
  await expect(panel(bob)).toHaveCount(0);
  await expect(messages(alice)).not.toContainText('You called');
});
