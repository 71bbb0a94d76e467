import { render, screen } from '@testing-library/react';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type Address, zeroHash } from 'viem';
import { GuideMeter } from '@/components/wallet/guide/guide-meter';
import { GuidePanel } from '@/components/wallet/guide/guide-panel';
import {
  countedSteps,
  currentStep,
  type GuideFacts,
  guideSteps,
  isGuidePage,
  isHere,
  isUnderWay,
  pathOfStep,
  provenSteps,
  setGuideDismissed,
  stepsDone,
  stepsOf,
  useGuideDismissed,
  useNewlyDone,
} from '@/components/wallet/guide/guide-steps';
import { exampleSwap, openExampleDeposit } from '@/components/wallet/guide/use-guide-action';
import { useSheet } from '@/components/wallet/transaction-sheet/sheet';
import { depositDraft } from '@/components/wallet/transfer/transfer-draft';
import type { Coin } from '@/lib/api/types';
import { useDialogs } from '@/lib/browser/dialogs';
import type { ActivityRow } from '@/lib/wallet/activity/activity-row';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import messages from '@/messages/en.json';
import { holding, renderOnChains } from '../../../support/test-chains';

const account: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const other: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const entry = (
  kind: LedgerEntry['kind'],
  status: LedgerEntry['status'],
  owner = account,
): GuideFacts['entries'][number] => ({ account: owner, hash: zeroHash, kind, status });
const signedIn = (entries: GuideFacts['entries'] = []): GuideFacts => ({
  account,
  isSignedIn: true,
  entries,
  proven: [],
});

test('OPS-1 the guide begins with the wallet, then asks to sign in and to swap', () => {
  const nobody = { account: undefined, isSignedIn: false, entries: [], proven: [] };
  expect(currentStep(stepsDone(nobody))).toBe('connect');
  expect(currentStep(stepsDone({ ...nobody, account }))).toBe('signIn');
  expect(currentStep(stepsDone(signedIn()))).toBe('swap');
});

test('OPS-1 for a signed-out user, only the first step is done, regardless of what the browser has stored', () => {
  const facts = { ...signedIn([entry('stake', 'confirmed')]), isSignedIn: false };
  expect(stepsDone(facts)).toEqual(['connect']);
});

test.each([
  ['deposit', 'pending', false],
  ['deposit', 'confirmed', false],
  ['deposit', 'verified', true],
  ['deposit', 'failed', false],
  ['swap', 'pending', false],
  ['swap', 'confirmed', true],
  ['swap', 'failed', false],
  ['stake', 'pending', false],
  ['stake', 'confirmed', true],
  ['stake', 'failed', false],
] as const)('OPS-1 a %s that is %s completes its step: %s', (kind, status, isDone) => {
  expect(stepsDone(signedIn([entry(kind, status)])).includes(kind)).toBe(isDone);
  const isWaiting = !isDone && status !== 'failed';
  expect(isUnderWay(kind, signedIn([entry(kind, status)]))).toBe(isWaiting);
});

test('OPS-1 only the account’s own transactions count, and no approvals or other kinds', () => {
  const facts = signedIn([
    entry('deposit', 'verified', other),
    entry('approve', 'confirmed'),
    entry('unstake', 'confirmed'),
    entry('withdraw', 'confirmed'),
  ]);
  expect(stepsDone(facts)).toEqual(['connect', 'signIn']);
  expect(isUnderWay('swap', signedIn([entry('swap', 'pending', other)]))).toBe(false);
  // While the wallet asks, nothing has been sent.
  expect(isUnderWay('swap', signedIn([{ ...entry('swap', 'pending'), hash: null }]))).toBe(false);
  expect(isUnderWay('signIn', facts)).toBe(false);
  expect(isUnderWay(null, facts)).toBe(false);
});

test('OPS-1 steps can be completed in any order', () => {
  const staked = stepsDone(signedIn([entry('stake', 'confirmed')]));
  expect(staked).toEqual(['connect', 'signIn', 'stake']);
  expect(currentStep(staked)).toBe('swap');
  const all = stepsDone(
    signedIn([entry('swap', 'confirmed'), entry('deposit', 'verified'), entry('stake', 'confirmed')]),
  );
  expect(all).toEqual(guideSteps);
  expect(currentStep(all)).toBeNull();
});

test('OPS-1 a step that the chains and the server prove is done on every device, but not one from the demo’s past', () => {
  const openedAt = new Map([[7, 1_000]]);
  const row = (kind: ActivityRow['kind'], change: Partial<ActivityRow> = {}) => ({
    ...{ chainId: 7, kind, status: 'confirmed' as const, isVerified: false, at: 1_000, block: 1n },
    ...change,
  });
  const proven = (...rows: ReturnType<typeof row>[]) => provenSteps(rows, openedAt);
  expect(proven(row('deposit', { isVerified: true }), row('stake'), row('swap'))).toEqual([
    'swap',
    'stake',
    'deposit',
  ]);
  expect(
    proven(
      row('deposit'),
      row('swap', { at: 999 }),
      row('swap', { chainId: 8 }),
      row('stake', { status: 'failed' }),
      row('stake', { at: null, block: null, status: 'pending' }),
      row('unstake'),
    ),
  ).toEqual([]);
  expect(stepsDone({ ...signedIn(), proven: ['deposit', 'swap', 'stake'] })).toEqual(guideSteps);
  expect(stepsDone({ ...signedIn(), proven: ['stake'], isSignedIn: false })).toEqual(['connect']);
});

test('CARD-68 a card is the last step where the account can get one, and is done once it has one', () => {
  const staked = [entry('deposit', 'verified'), entry('swap', 'confirmed'), entry('stake', 'confirmed')];
  const next = (facts: GuideFacts) => currentStep(stepsDone(facts), stepsOf(facts));
  expect(next(signedIn(staked))).toBeNull();
  expect(next({ ...signedIn(staked), hasCard: false })).toBe('card');
  expect(next({ ...signedIn(staked), hasCard: true })).toBeNull();
  expect(countedSteps({ hasCard: false })).toEqual(['swap', 'stake', 'deposit', 'card']);
  expect(isUnderWay('card', signedIn([entry('openCard', 'pending')]))).toBe(true);
  // It is open in the contract, and the issuer still has to create it.
  expect(isUnderWay('card', signedIn([entry('openCard', 'confirmed')]))).toBe(false);
  expect(pathOfStep('card', null)).toBe('/wallet/card?show=create');
});

const coin = (id: number, symbol: string, chainIds: readonly number[]) =>
  ({
    id,
    symbol,
    tokens: chainIds.map((chainId) => ({ chainId, address: null, decimals: 18 })),
  }) as unknown as Coin;
const contracts = [{ chainId: 7, name: 'vault_contract', address: other }] as const;
const coins = [coin(1, 'ETH', [7]), coin(2, 'tUSDT', [7]), coin(5, 'tTIDE', [7, 8])];

test('OPS-1 the guide links to a swap into the stakable token if the network has both tokens', () => {
  expect(pathOfStep('swap', exampleSwap(coins, 7))).toBe('/wallet/swap?chain=7&sell=2&buy=5');
  expect(pathOfStep('swap', exampleSwap(coins, 8))).toBe('/wallet/swap');
  expect(pathOfStep('swap', exampleSwap(coins, undefined))).toBe('/wallet/swap');
  expect(pathOfStep('stake', null)).toBe('/wallet/stake');
  expect([isHere('swap', 'swap'), isHere('swap', 'stake'), isHere('deposit', 'overview')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isHere(null, 'swap'), isGuidePage('stake'), isGuidePage('pay')]).toEqual([false, true, false]);
});

test('OPS-1 the guide reviews a prefilled deposit but keeps one that the account has started', () => {
  openExampleDeposit(account, coins, contracts, 7);
  expect(depositDraft.useDraft.getState()).toMatchObject({ account, chainId: 7, coinId: 2, amount: '100' });
  expect(useDialogs.getState().open).toBe('transaction');
  expect(useSheet.getState().order?.plan.intent).toMatchObject({
    kind: 'deposit',
    amountRaw: (100n * 10n ** 18n).toString(),
  });
  useSheet.getState().order?.onBack?.();
  expect(useDialogs.getState().open).toBe('deposit');
  depositDraft.save({ ...depositDraft.useDraft.getState(), amount: '3' });
  openExampleDeposit(account, coins, contracts, 7);
  expect(depositDraft.useDraft.getState().amount).toBe('3');
  expect(useDialogs.getState().open).toBe('deposit');
  openExampleDeposit(other, coins, contracts, 7);
  expect(depositDraft.useDraft.getState()).toMatchObject({ account: other, amount: '100' });
});

test('OPS-1 dismissing the guide is stored on the device and synced across tabs', () => {
  setGuideDismissed(true);
  expect(localStorage.getItem('tidewell.guide')).toBe('away');
  localStorage.removeItem('tidewell.guide');
  window.dispatchEvent(new StorageEvent('storage', { key: 'tidewell.guide' }));
  expect(useGuideDismissed.getState().isAway).toBe(false);
});

test('A11Y-1 the list of steps begins after sign-in, and marks the current step and those that are done', () => {
  render(
    <NextIntlClientProvider locale="en" messages={messages}>
      <GuideMeter steps={countedSteps({})} done={['connect', 'signIn', 'swap']} current="stake" />
    </NextIntlClientProvider>,
  );
  const items = screen.getAllByRole('listitem');
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null]);
  expect(items.map((item) => item.textContent)).toEqual(['Swap done', 'Stake ', 'Deposit ']);
});

test.each([
  [{ account: undefined, isSignedIn: false, entries: [], proven: [] }, 'Start with the demo wallet', ''],
  [signedIn(), 'Swap test tokens', 'Step 1 of 3'],
  [signedIn([entry('swap', 'confirmed')]), 'Stake test tokens', 'Step 2 of 3'],
  [
    signedIn([entry('deposit', 'verified'), entry('swap', 'confirmed'), entry('stake', 'confirmed')]),
    "You've finished the guide",
    'All 3 steps done',
  ],
])('OPS-1 the card counts only the steps after sign-in (%#)', (facts, title, position) => {
  renderOnChains(
    <AppRouterContext value={{} as never}>
      <GuidePanel page="overview" facts={facts} heading={null} onPutAway={() => undefined} />
    </AppRouterContext>,
    new Map([[901, holding()]]),
  );
  const card = screen.getByRole('region', { name: 'Try it yourself' });
  expect(screen.getByRole('heading', { level: 3, name: title })).toBeVisible();
  expect(card.querySelector('.guide-position')).toHaveTextContent(new RegExp(`^${position}$`));
});

test.each([
  ['overview', 'swap'],
  ['swap', undefined],
] as const)(
  'OPS-1 the control that starts a step is marked, but not on the step’s own page (%s)',
  (page, marked) => {
    const { unmount } = renderOnChains(
      <AppRouterContext value={{} as never}>
        <GuidePanel page={page} facts={signedIn()} heading={null} onPutAway={() => undefined} />
      </AppRouterContext>,
      new Map([[901, holding()]]),
    );
    expect(document.documentElement.dataset.guide).toBe(marked);
    unmount();
    expect(document.documentElement.dataset.guide).toBeUndefined();
  },
);

function Told({ next }: { next: readonly (typeof guideSteps)[number][] }) {
  return <p role="status">{useNewlyDone(next) ?? 'nothing'}</p>;
}

test('A11Y-1 only a step that is finished while the page is open is announced', () => {
  const { rerender } = render(<Told next={['connect', 'signIn']} />);
  expect(screen.getByRole('status')).toHaveTextContent('nothing');
  rerender(<Told next={['connect', 'signIn', 'deposit']} />);
  expect(screen.getByRole('status')).toHaveTextContent('deposit');
  rerender(<Told next={['connect', 'signIn', 'deposit']} />);
  expect(screen.getByRole('status')).toHaveTextContent('deposit');
  rerender(<Told next={[]} />);
  expect(screen.getByRole('status')).toHaveTextContent('nothing');
});
