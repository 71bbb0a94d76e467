import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SnapSlider } from '@/components/ui/snap-slider';
import { openDialog, useDialogs } from '@/lib/browser/dialogs';
import {
  reportDialogs,
  reportHaptics,
  reportReady,
  reportReturn,
  reportSession,
  reportTransactions,
} from '@/lib/embed/report';
import { linkMessage, resumeVisit, runShellCommand } from '@/lib/embed/shell-commands';
import type { PageMessage } from '@/lib/embed/shell-messages';
import { checkVisitCurrency } from '@/lib/preferences/check-visit-currency';
import { setVisitCurrency, useCurrency } from '@/lib/preferences/currency';
import { useVisit } from '@/lib/preferences/visit';
import { useSession } from '@/lib/session/session';
import { sendInLedger, updateLedger, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { configureClient } from '../../support/client-settings';
import { addToLedger } from '../../support/ledger-entry';

beforeEach(configureClient);

let prefersReducedMotion = false;
let posted: PageMessage[] = [];
const post = (message: PageMessage) => void posted.push(message);
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

beforeEach(() => {
  posted = [];
  prefersReducedMotion = false;
  window.matchMedia = (() => ({ matches: prefersReducedMotion })) as unknown as typeof window.matchMedia;
  useSession.setState({ token: null, account: null });
  useDialogs.setState({ open: null });
  window.history.replaceState(null, '', '/');
});

test('SITE-11 reports a session once, with its address and without its token', () => {
  const stop = reportSession(post);
  useSession.setState({ token: 'secret' });
  useSession.setState({ account });
  useSession.setState({ token: 'another' });
  useSession.setState({ token: null, account: null });
  stop();
  useSession.setState({ token: 'secret', account });
  expect(posted).toEqual([
    { type: 'session', state: 'anonymous' },
    { type: 'session', state: 'loggedIn', address: account },
    { type: 'session', state: 'anonymous' },
  ]);
});

test('SITE-11 CUR-1 drops a currency that the server does not list', async () => {
  globalThis.fetch = (async () =>
    Response.json({ code: 200, msg: '', data: [{ name: 'USD' }, { name: 'EUR' }] })) as typeof fetch;
  runShellCommand({ type: 'set-currency', currency: 'EUR' }, post);
  runShellCommand({ type: 'set-currency', currency: 'ZZZ' }, post);
  await waitFor(() => expect(useCurrency.getState().currency).toBe('USD'));
  runShellCommand({ type: 'set-currency', currency: 'EUR' }, post);
  await checkVisitCurrency();
  expect(useCurrency.getState().currency).toBe('EUR');
  setVisitCurrency(null);
});

test('SITE-11 reports a replaced dialog as closed before the next one opens', () => {
  const stop = reportDialogs(post);
  openDialog('wallet');
  openDialog('deposit');
  runShellCommand({ type: 'close-dialog' }, post);
  stop();
  expect(posted).toEqual([
    { type: 'dialog', name: 'wallet', open: true },
    { type: 'dialog', name: 'wallet', open: false },
    { type: 'dialog', name: 'deposit', open: true },
    { type: 'dialog', name: 'deposit', open: false },
  ]);
});

test("SITE-11 reports each change of the signed-in account's transactions, but not another account's", () => {
  const entry = {
    chainId: 31337,
    kind: 'deposit',
    coinId: 1,
    amountRaw: '7312500',
    decimals: 6,
    symbol: 'tUSDT',
  } as const;
  const [mine, theirs, repriced] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(64)}` as const);
  if (!mine || !theirs || !repriced) throw new Error('three hashes');
  useSession.setState({ token: 'secret', account });
  const ours = addToLedger({ ...entry, hash: mine, account });
  const stop = reportTransactions(post);
  updateLedger(addToLedger({ ...entry, hash: theirs, account: other }), { status: 'confirmed' });
  sendInLedger(ours, { hash: repriced, kind: 'speedUp', at: 1 });
  updateLedger(ours, { status: 'confirmed' });
  updateLedger(ours, { status: 'verified' });
  stop();
  const told = { type: 'transaction', chainId: 31337, kind: 'deposit' };
  expect(posted).toEqual([
    { ...told, hash: mine, state: 'pending' },
    { ...told, hash: repriced, state: 'pending' },
    { ...told, hash: repriced, state: 'confirmed' },
    { ...told, hash: repriced, state: 'verified' },
  ]);
});

test('SITE-11 a transaction that is confirmed before its hash is known is pending first', () => {
  const asked = { account, chainId: 31337, coinId: 1, amountRaw: '1', decimals: 6, symbol: 'tUSDT' } as const;
  const [known, found] = ['6', '7'].map((digit) => `0x${digit.repeat(64)}` as const);
  if (!known || !found) throw new Error('two hashes');
  useSession.setState({ token: 'secret', account });
  const id = addToLedger({ ...asked, kind: 'deposit', hash: known });
  const entry = useLedger.getState().entries.find((one) => one.id === id);
  if (!entry) throw new Error('no entry');
  const stop = reportTransactions(post);
  posted = [];
  useLedger.setState(({ entries }) => ({
    entries: [...entries, { ...entry, id: found, hash: found, kind: 'approve', status: 'confirmed' }],
  }));
  stop();
  expect(posted).toMatchObject([
    { hash: found, state: 'pending' },
    { hash: found, state: 'confirmed' },
  ]);
});

test('SITE-11 requests a haptic once for the final state of each transaction, but not for a confirmed approval', () => {
  useSession.setState({ token: 'secret', account });
  const entry = { account, chainId: 31337, coinId: 1, amountRaw: '1', decimals: 6, symbol: 'tUSDT' } as const;
  const hashOf = (digit: string) => `0x${digit.repeat(64)}` as const;
  const stops = [reportHaptics(post), reportTransactions(post)];
  const styles = () => posted.flatMap((message) => (message.type === 'haptic' ? [message.style] : []));
  updateLedger(addToLedger({ ...entry, kind: 'approve', hash: hashOf('a') }), { status: 'confirmed' });
  const deposit = addToLedger({ ...entry, kind: 'deposit', hash: hashOf('b') });
  updateLedger(deposit, { status: 'confirmed' });
  expect(styles()).toEqual([]);
  updateLedger(deposit, { status: 'verified' });
  updateLedger(addToLedger({ ...entry, kind: 'unstake', hash: hashOf('c') }), { status: 'confirmed' });
  updateLedger(addToLedger({ ...entry, kind: 'stake', hash: hashOf('d') }), {
    status: 'failed',
    reason: 'reverted',
  });
  expect(styles()).toEqual(['success', 'success', 'warning']);
  for (const stop of stops) stop();
});

test('SITE-11 the slider posts a selection when it snaps, unless the user prefers reduced motion', async () => {
  const stop = reportHaptics(post);
  const onChange = jest.fn();
  render(<SnapSlider value={0} onChange={onChange} label="Amount" valueText={String} />);
  await userEvent.tab();
  expect(screen.getByRole('slider')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(posted).toEqual([{ type: 'haptic', style: 'selection' }]);
  prefersReducedMotion = true;
  await userEvent.keyboard('{End}');
  expect([onChange.mock.calls.length, posted.length]).toEqual([2, 1]);
  stop();
});

test('SITE-11 does not report the amount of a form or of a payment request', () => {
  const amount = 'amount=12345&request=ethereum%3A0x1%3Fvalue%3D12345';
  window.history.replaceState(null, '', `/wallet/pay?tab=pay&${amount}`);
  reportReady(post, 'en');
  expect(posted).toEqual([{ type: 'ready', path: '/wallet/pay?tab=pay', locale: 'en', theme: 'light' }]);
});

test('SITE-11 reports the path with its query but without the visit parameters', () => {
  window.history.replaceState(
    null,
    '',
    '/wallet/transaction?chainId=1&embed=1&theme=dark&lang=en_US&currency=EUR',
  );
  reportReady(post, 'en');
  expect(posted).toEqual([
    { type: 'ready', path: '/wallet/transaction?chainId=1', locale: 'en', theme: 'light' },
  ]);
});

test('SITE-11 back closes the dialog first, then asks the shell to close', () => {
  openDialog('wallet');
  runShellCommand({ type: 'back' }, post);
  expect(useDialogs.getState().open).toBeNull();
  expect(posted).toEqual([]);
  runShellCommand({ type: 'back' }, post);
  expect(posted).toEqual([{ type: 'close' }]);
});

test.each([
  ['https://example.org/a', { type: 'external-link', url: 'https://example.org/a' }],
  ['mailto:info@example.org', { type: 'external-link', url: 'mailto:info@example.org' }],
  ['tel:+886-2-0000', { type: 'external-link', url: 'tel:+886-2-0000' }],
  ['/about', null],
  ['#top', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
])('SITE-11 returns the shell message, if any, for a link to %s', (href, message) => {
  const link = document.createElement('a');
  link.setAttribute('href', href);
  expect(linkMessage(link)).toEqual(message);
});

test('SITE-11 reports a page restored from the back/forward cache and applies settings changed since', () => {
  const stops = [reportReturn(post, 'en'), resumeVisit()];
  document.title = 'About us · Tidewell';
  window.history.replaceState(null, '', '/about?embed=1');
  for (const [name, value] of Object.entries({ embed: '1', theme: 'dark', currency: 'GBP' }))
    sessionStorage.setItem(`tidewell.${name}`, value);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect([posted, useVisit.getState().theme]).toEqual([[], undefined]);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(posted).toEqual([{ type: 'navigate', path: '/about', locale: 'en', title: 'About us · Tidewell' }]);
  expect([useVisit.getState().theme, useCurrency.getState().currency]).toEqual(['dark', 'GBP']);
  for (const stop of stops) stop();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(posted).toHaveLength(1);
});
