import { readFile } from 'node:fs/promises';
import ICAL from 'ical.js';
import { axeFindingsInThemes } from '../support/axe';
import { fund } from '../support/fund';
import { pledgeOnChain, pledgesOf, usdt } from '../support/presale';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;

test('WAL-13 the unlock calendar lists pledge maturity dates and exports them as an .ics file', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '500', CHAIN);
  await pledgeOnChain(wallet, CHAIN, 0n, usdt('100'));
  await pledgeOnChain(wallet, CHAIN, 1n, usdt('50'));
  await walletPage.open('/wallet/unlocks');
  await walletPage.signIn();
  const ahead = page.getByRole('region', { name: 'Coming up' });
  const items = ahead.getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText('Pledge matures');
  await expect(items.first()).toContainText('101 tUSDT');
  await expect(items.first()).toContainText(/in (29|30) days/);
  await expect(items.first().getByRole('link', { name: 'Open page' })).toHaveAttribute(
    'href',
    `/wallet/pledge?chain=${CHAIN}`,
  );

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    ahead.getByRole('button', { name: 'Save all to calendar' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('tidewell-unlocks.ics');
  const read = new ICAL.Component(ICAL.parse(await readFile(await file.path(), 'utf8')));
  const events = read.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  const pledges = await pledgesOf(wallet, CHAIN);
  expect(events.map(({ startDate }) => BigInt(startDate.toJSDate().getTime() / 1_000))).toEqual(
    pledges.map(({ maturesAt }) => maturesAt),
  );
  expect(events[0]?.summary).toBe('Pledge matures: 101 tUSDT');
  expect(events[0]?.description).toContain(`${new URL(page.url()).origin}/wallet/pledge?chain=${CHAIN}`);

  expect(await axeFindingsInThemes(page, 'main')).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
});
