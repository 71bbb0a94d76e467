import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pad, parseEther } from 'viem';
import { AmountForm } from '@/components/wallet/fields/amount-form';
import { openEntry } from '@/components/wallet/transaction-sheet/sheet';
import { startPath } from '@/components/wallet/transaction-sheet/start-again';
import { depositDraft } from '@/components/wallet/transfer/transfer-draft';
import { useDialogs } from '@/lib/browser/dialogs';
import { useSession } from '@/lib/session/session';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { anyRequest } from '../../../support/ledger-entry';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';
import { catchSavedFile } from '../../../support/saved-file';
import { SheetRoot, signInWithoutSheet } from '../../../support/transaction-sheet';

servePrices();

const { address: account } = demoAccount(1);
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());
beforeEach(() => {
  signInWithoutSheet();
  // The server of this test doesn't verify anything.
  useSession.setState({ token: 'test', account: null });
});

async function show() {
  const config = await connectOwnChain(chain, account);
  return renderOnOwnChain(<SheetRoot />, chain, config);
}

const sheet = async () => within(await screen.findByRole('dialog'));

/** A transaction of the ledger, which has failed unless `part` says otherwise. */
const entryOf = (part: Partial<LedgerEntry>): LedgerEntry => ({
  ...{
    id: pad('0xfa11'),
    hash: pad('0xfa11'),
    chainId: chain.id,
    account,
    status: 'failed',
    createdAt: Date.now(),
    request: anyRequest(account),
    sent: [],
  },
  ...{ kind: 'deposit', coinId: 2, amountRaw: '12500000', decimals: 6, symbol: 'tUSDT', reason: 'reverted' },
  ...part,
});

test('WAL-9 after a reload, a failed transaction leads back to its form with the amount', async () => {
  const user = userEvent.setup();
  const { unmount } = await show();
  const showEntry = (entry: LedgerEntry) => {
    useLedger.setState({ entries: [entry] });
    openEntry(entry.id);
  };
  act(() => showEntry(entryOf({})));
  let dialog = await sheet();
  expect(await dialog.findByRole('alert')).toHaveTextContent('The network rejected the transaction.');
  await user.click(dialog.getByRole('button', { name: 'Start again' }));
  expect(useDialogs.getState().open).toBe('deposit');
  expect(depositDraft.useDraft.getState()).toMatchObject({
    account,
    chainId: chain.id,
    coinId: 2,
    amount: '12.5',
  });

  const stake = { id: pad('0xfa12'), kind: 'stake', amountRaw: '2500000000000000000', decimals: 18 } as const;
  act(() => showEntry(entryOf({ ...stake, coinId: 5, symbol: 'tTIDE' })));
  dialog = await sheet();
  const link = await dialog.findByRole('link', { name: 'Start again' });
  expect(link).toHaveAttribute('href', `/wallet/stake?chain=${chain.id}&coin=5&amount=2.5&action=stake`);
  await user.click(link);
  expect(useDialogs.getState().open).toBeNull();

  // Tokens that the server refused to credit did move, so sending them again would pay twice.
  act(() => showEntry(entryOf({ id: pad('0xfa13'), reason: 'refused' })));
  dialog = await sheet();
  expect(await dialog.findByRole('button', { name: 'Done' })).toBeVisible();
  expect(dialog.queryByRole('button', { name: /^(Start|Try) again$/ })).toBeNull();
  depositDraft.save(depositDraft.empty);
  unmount();
});

test('WAL-9 a failed payment starts again as a request with its recipient and amount', () => {
  const payment = entryOf({
    kind: 'send',
    token: chain.addresses.tUsdt,
    recipient: demoAccount(3).address,
  });
  const params = new URLSearchParams(startPath(payment)?.split('?')[1]);
  expect(params.get('request')).toBe(
    `ethereum:${chain.addresses.tUsdt}@${chain.id}/transfer?address=${demoAccount(3).address}&uint256=12500000`,
  );
  expect(startPath(entryOf({ kind: 'claim' }))).toBe(`/wallet/stake?chain=${chain.id}&action=claim`);
});

test('WAL-9 a failed pledge starts again with its term and amount, and a failed approval with what it was for', async () => {
  const pledge = entryOf({ kind: 'pledge', termId: '1' });
  const path = `/wallet/pledge?chain=${chain.id}&coin=2&amount=12.5&term=1`;
  expect(startPath(pledge)).toBe(path);
  expect(startPath({ ...pledge, kind: 'approve', purpose: 'pledge' })).toBe(path);
  // The approval that resets an earlier one has no amount.
  expect(startPath({ ...pledge, kind: 'approve', purpose: 'pledge', amountRaw: '0' })).toBe(
    `/wallet/pledge?chain=${chain.id}&coin=2&term=1`,
  );
  expect(startPath(entryOf({ kind: 'approve' }))).toBeNull();
  expect(startPath(entryOf({ kind: 'revoke' }))).toBe('/wallet/approvals');

  const user = userEvent.setup();
  const { unmount } = await show();
  const approval = entryOf({ id: pad('0xfa14'), kind: 'approve', purpose: 'deposit' });
  act(() => {
    useLedger.setState({ entries: [approval] });
    openEntry(approval.id);
  });
  const dialog = await sheet();
  await user.click(await dialog.findByRole('button', { name: 'Start again' }));
  expect(useDialogs.getState().open).toBe('deposit');
  expect(depositDraft.useDraft.getState()).toMatchObject({ chainId: chain.id, coinId: 2, amount: '12.5' });
  depositDraft.save(depositDraft.empty);
  unmount();
});

test('WAL-9 a link enters its amount in the form of its coin once', async () => {
  const config = await connectOwnChain(chain, account);
  const search = '?chain=31337&coin=5&amount=2.5';
  const form = (coinId: number) => (
    <AmountForm
      token={{ coinId, symbol: 'tTIDE', decimals: 18 }}
      chainId={chain.id}
      available={parseEther('100')}
      isWallet
      hint=""
      problemOf={() => undefined}
      isClosed={false}
      onReview={() => undefined}
    />
  );
  window.history.replaceState(null, '', search);
  const other = renderOnOwnChain(form(2), chain, config, search);
  expect(screen.getByLabelText('Amount')).toHaveValue('');
  other.unmount();
  const { unmount } = renderOnOwnChain(form(5), chain, config, search);
  expect(screen.getByLabelText('Amount')).toHaveValue('2.5');
  expect(window.location.search).toBe('?chain=31337');
  unmount();
  window.history.replaceState(null, '', '/');
});

test('WAL-7 WAL-13 a contribution offers a calendar file with the end of the sale', async () => {
  const user = userEvent.setup();
  const savedFile = catchSavedFile();
  const { unmount } = await show();
  const unlocksAt = Date.UTC(2027, 2, 4, 5, 6) / 1_000;
  const entry = entryOf({ kind: 'contribute', status: 'verified', receivedRaw: '12500000', unlocksAt });
  act(() => {
    useLedger.setState({ entries: [entry] });
    openEntry(entry.id);
  });
  const dialog = await sheet();
  await user.click(await dialog.findByRole('button', { name: 'Add to calendar' }));
  const text = await savedFile();
  expect(text).toContain('DTSTART:20270304T050600Z');
  expect(text).toContain('SUMMARY:Presale ends: 12.5 tUSDT');
  unmount();
});
