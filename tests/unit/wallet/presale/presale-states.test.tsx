import { act, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { PresaleList } from '@/components/wallet/presale/presale';
import { PresaleAction } from '@/components/wallet/presale/presale-action';
import { PresaleDetails, StageMark } from '@/components/wallet/presale/presale-details';
import { followPresale, type PresaleRead, type PresaleTerms } from '@/lib/wallet/presale/presale-arithmetic';
import messages from '@/messages/en.json';
import { servePrices } from '../../../support/price-api';
import { MULTICALL, renderOnChains, silent, TOKEN, VAULT } from '../../../support/test-chains';

servePrices();

const ether = 10n ** 18n;
const DAY = 86_400n;
const END = 1_800_000_000n;
const sale = { coinId: 5, symbol: 'TIDE', decimals: 18, address: VAULT };
const payment = { coinId: 2, symbol: 'USDT', decimals: 6, address: TOKEN };
const usdt = (whole: bigint) => whole * 1_000_000n;
const terms: PresaleTerms = {
  ...{ saleToken: VAULT, paymentToken: TOKEN, price: 50_000n },
  ...{ softCap: usdt(5_000n), hardCap: usdt(250_000n), walletCap: usdt(25_000n) },
  ...{ cliff: 7n * DAY, vesting: 90n * DAY, inventory: 5_000_000n * ether, saleUnit: ether },
};
const open: PresaleRead = {
  ...{ stage: 'open', start: END - 30n * DAY, end: END, raised: usdt(1_000n), isPaused: false },
  position: { contributed: usdt(100n), bought: 2_000n * ether, claimed: 0n, inWallet: usdt(700n) },
  ...{ at: END - 2n * DAY - 7_200n, receivedAt: 0 },
};
const succeeded: PresaleRead = { ...open, stage: 'succeeded', raised: usdt(6_000n), at: END + 45n * DAY };
const failed: PresaleRead = { ...open, stage: 'failed', at: END + DAY };
const figuresOf = (read: PresaleRead, change: Partial<PresaleTerms> = {}) => {
  const all = { ...terms, ...change };
  return { live: followPresale(null, read, all, 0), terms: all, sale, payment };
};

function show(read: PresaleRead) {
  const figures = figuresOf(read);
  return render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <StageMark stage={figures.live.stage} />
      <PresaleDetails {...figures} />
    </NextIntlClientProvider>,
  );
}
/** Renders the available action, and lets the slider measure its layout. */
async function take(read: PresaleRead, change: Partial<PresaleTerms> = {}) {
  const view = renderOnChains(
    <PresaleAction
      chainId={901}
      figures={figuresOf(read, change)}
      isUnderWay={() => false}
      onReview={() => undefined}
    />,
    new Map([[901, silent]]),
  );
  await act(async () => undefined);
  return view;
}

test('WAL-7 an open sale shows the amount raised, the amount left to the soft cap, and its end in chain time', () => {
  show(open);
  expect(screen.getByText('Open')).toBeVisible();
  expect(screen.getByText('Closes in 2 days 2 hours')).toBeVisible();
  expect(screen.getByText(/^Jan 15, 2027, 8:00\sAM\sUTC$/)).toBeVisible();
  expect(screen.getByText('Soft cap 5,000 USDT: 4,000 USDT to go')).toBeVisible();
  const bar = screen.getByRole('progressbar', { name: 'Raised' });
  expect(bar).toHaveAttribute('aria-valuetext', '1,000 USDT of 250,000 USDT');
  expect(screen.getByText('7 days after the end')).toBeVisible();
  expect(screen.getByText('90 days after the end')).toBeVisible();
});

test('WAL-7 an upcoming sale counts down to its start, to the second on the last day', () => {
  show({ ...open, stage: 'upcoming', raised: 0n, at: open.start - 3_661n });
  expect(screen.getByText('Upcoming')).toBeVisible();
  expect(screen.getByText('Opens in 01:01:01')).toBeVisible();
});

test('WAL-7 a successful sale shows claimable and claimed tokens and the next release', () => {
  show({ ...succeeded, position: { ...open.position, claimed: 250n * ether } as PresaleRead['position'] });
  expect(screen.getByText('Succeeded')).toBeVisible();
  expect(screen.getByText('Soft cap 5,000 USDT: reached')).toBeVisible();
  const line = (name: string) => screen.getByText(name).parentElement;
  expect(line('Claimable now')).toHaveTextContent('750.000000000 TIDE');
  expect(line('Claimed')).toHaveTextContent('250 TIDE');
  expect(line('Next release')).toHaveTextContent('22.222222 TIDE');
  expect(line('Next release')).toHaveTextContent('Every second until');
  expect(screen.getByRole('progressbar', { name: 'Your vesting schedule' })).toHaveAttribute(
    'aria-valuetext',
    '45 days until all tokens are released',
  );
});

test('WAL-7 a failed sale says that every contribution can be refunded', () => {
  show(failed);
  expect(screen.getByText('Failed')).toBeVisible();
  expect(screen.getByText(/below the soft cap\. Contributors can claim a full refund\./)).toBeVisible();
  expect(screen.getByText('Soft cap 5,000 USDT: missed')).toBeVisible();
  expect(screen.queryByText(/released/)).toBeNull();
});

const position = { contributed: 0n, bought: 0n, claimed: 0n, inWallet: usdt(700n) };
test.each([
  [{ ...open, stage: 'unscheduled', start: 0n, end: 0n }, 'once the dates are set'],
  [{ ...open, stage: 'upcoming', at: open.start - 1n }, 'once the sale is open'],
  [{ ...open, at: END }, 'When the result is known'],
  [{ ...open, isPaused: true }, 'New contributions are paused'],
  [{ ...open, raised: terms.hardCap }, 'The hard cap has been reached'],
  [{ ...open, position: { ...position, contributed: terms.walletCap } }, 'the maximum for one address'],
  [{ ...open, position: { ...position, inWallet: 0n } }, 'has no USDT to contribute'],
  [{ ...succeeded, position }, "You didn't buy anything"],
  [{ ...succeeded, at: END + DAY }, 'You can claim the first ones on Jan 22, 2027'],
  [
    { ...succeeded, position: { ...position, bought: ether, claimed: ether }, at: END + 91n * DAY },
    'You have claimed all your tokens.',
  ],
  [{ ...failed, position }, 'You have no contribution to refund'],
] as const)('WAL-7 the page explains why no action is available (%#)', async (read, said) => {
  await take(read);
  expect(screen.getByText(said, { exact: false })).toBeVisible();
  for (const button of screen.queryAllByRole('button')) expect(button).toBeDisabled();
});

test('WAL-7 claims and refunds stay available while the contract is paused', async () => {
  const { unmount } = await take({ ...succeeded, isPaused: true });
  expect(screen.getByRole('button', { name: 'Claim tokens' })).toBeEnabled();
  unmount();
  await take({ ...failed, isPaused: true });
  expect(screen.getByText(/^100/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Claim refund' })).toBeEnabled();
});

test('WAL-7 a sale without cliff or vesting shows a single release date', async () => {
  await take(open, { cliff: 0n, vesting: 0n });
  expect(screen.getByText('All tokens released').parentElement).toHaveTextContent('Jan 15, 2027');
  expect(screen.queryByText('First tokens released')).toBeNull();
});

test('WAL-7 a presale whose network does not respond says so, and says that nothing has moved', async () => {
  const contracts = [
    { chainId: 901, name: 'presale_contract', address: VAULT },
    { chainId: 901, name: 'multicall', address: MULTICALL },
  ];
  renderOnChains(
    <PresaleList account={undefined} chains={[]} coins={[]} contracts={contracts} />,
    new Map([[901, silent]]),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Your contributions and tokens are unchanged.');
});
