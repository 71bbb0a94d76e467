import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig } from 'swr';
import { type Address, parseEther } from 'viem';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { found } from '@/lib/wallet/signing/finding';
import { isReport, readSanctions, reportFindings } from '@/lib/wallet/signing/reports';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { AnyCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { addressOf } from '../../../support/recipients';
import { findSheet, SheetRoot, signInWithoutSheet } from '../../../support/transaction-sheet';
import { deployToken, sendTo } from '../../../support/wallet-tokens';

const alice = demoAccount(1).address;
const [scam, sanctioned, friend] = ['scam', 'sanctioned', 'friend'].map(addressOf) as [
  Address,
  Address,
  Address,
];
let chain: OwnChain;
let oracle: Address;

beforeAll(async () => {
  chain = await startOwnChain();
  oracle = await deployToken(chain.client, 'SanctionsOracle');
  await sendTo(chain.client, oracle, 'add', [sanctioned]);
});
beforeEach(() => {
  signInWithoutSheet();
  useLedger.setState({ entries: [] });
});
afterAll(() => chain.stop());

type Lists = { isComplete: boolean; addresses: readonly string[] } | 'off';

/** Reviews a payment with these lists of known scams and this oracle. */
async function review(recipient: Address, lists: Lists, oracleAt: Address | null = null) {
  const named = oracleAt ? [{ chainId: chain.id, name: 'sanctions_oracle', address: oracleAt }] : [];
  const at = { ...chain, lists: { ...chain.lists, contracts: [...chain.lists.contracts, ...named] } };
  const config = await connectOwnChain(at, alice);
  const fallback = {
    '/config/website': { hasReportedLists: lists !== 'off' },
    ...(lists === 'off' ? {} : { '/config/reported': { ...lists, readAt: null, origins: [] } }),
  };
  const view = renderOnOwnChain(
    <SWRConfig value={{ fallback }}>
      <SheetRoot />
    </SWRConfig>,
    at,
    config,
  );
  const plan: TransactionPlan<AnyCall> = {
    chainId: chain.id,
    intent: {
      ...{ kind: 'send', coinId: 1, decimals: 18, symbol: 'ETH', token: NATIVE_TOKEN, recipient },
      amountRaw: String(parseEther('0.1')),
    },
    call: { address: recipient, value: parseEther('0.1') },
  };
  openReview({ account: alice, plan });
  const sheet = await findSheet();
  const send = sheet.getByRole('button', { name: 'Send 0.1 ETH' });
  await waitFor(() => expect(send).not.toHaveAttribute('aria-busy', 'true'));
  return { ...view, sheet, send };
}
const CONSENT = 'I know that this was reported, and I want to continue.';
const sentTo = (address: Address) =>
  useLedger.getState().entries.filter(({ recipient }) => recipient === address);

test.each([
  ['a list of known scams', scam, /is on a list of known scams\.$/, null],
  ['the sanctions oracle', sanctioned, /is on the sanctions list that this site checks\.$/, 'oracle'],
] as const)('RISK-2 a payment to an address on %s needs a second step', async (_, recipient, text, asks) => {
  const user = userEvent.setup();
  const lists: Lists = { isComplete: true, addresses: [scam.toLowerCase()] };
  const { sheet, send, unmount } = await review(recipient, lists, asks ? oracle : null);
  expect(await sheet.findByText(text)).toBeVisible();
  await user.click(send);
  expect(sheet.getByText('Check the box to continue, or go back.')).toBeVisible();
  expect(sheet.getByRole('checkbox', { name: CONSENT })).toHaveFocus();
  expect(sentTo(recipient)).toEqual([]);
  await user.click(sheet.getByRole('checkbox', { name: CONSENT }));
  await user.click(send);
  await waitFor(() => expect(sentTo(recipient)).toMatchObject([{ status: 'confirmed' }]));
  unmount();
});

test('RISK-2 nothing is claimed about an address that is on no list, or if the operator has set none', async () => {
  const first = await review(friend, { isComplete: true, addresses: [scam.toLowerCase()] }, oracle);
  expect(first.sheet.queryByRole('checkbox')).toBeNull();
  expect(first.sheet.queryByText(/scams|sanctions/)).toBeNull();
  first.unmount();
  const second = await review(scam, 'off');
  expect(second.sheet.queryByRole('checkbox')).toBeNull();
  expect(second.sheet.queryByText(/scams|sanctions/)).toBeNull();
  second.unmount();
});

test('RISK-2 lists and an oracle that do not answer are named as unchecked, without a second step', async () => {
  const noOracle = chain.addresses.tUsdt;
  const { sheet, unmount } = await review(friend, { isComplete: false, addresses: [] }, noOracle);
  expect(await sheet.findByText(/lists of known scams couldn't be loaded/)).toBeVisible();
  expect(await sheet.findByText(/couldn't be checked against the sanctions list\.$/)).toBeVisible();
  expect(sheet.queryByRole('checkbox')).toBeNull();
  unmount();
});

test('RISK-2 only a readable answer of the oracle counts', async () => {
  const client = (await connectOwnChain(chain, alice)).getClient({ chainId: chain.id });
  expect([...(await readSanctions(client, oracle, [sanctioned, friend]))]).toEqual([
    [sanctioned, true],
    [friend, false],
  ]);
  const nobody = addressOf('no contract');
  expect([...(await readSanctions(client, nobody, [sanctioned]))]).toEqual([[sanctioned, null]]);
  // More addresses than are asked about.
  const many = Array.from({ length: 26 }, (_, index) => addressOf(`many ${index}`));
  const answers = await readSanctions(client, oracle, many);
  expect([...answers.values()].filter((answer) => answer === null)).toHaveLength(2);
});

test('RISK-2 a DApp whose domain is reported is a danger, and each report has its own finding', () => {
  const origin = 'https://app.drainer.example';
  const lists = {
    state: 'ready',
    addresses: new Set([scam.toLowerCase()]),
    origins: new Set([origin]),
  } as const;
  const sanctions = new Map([
    [sanctioned, true],
    [friend, null],
  ]);
  const addresses = [scam, sanctioned, friend];
  const findings = reportFindings({ addresses, origin }, { lists, sanctions });
  expect(findings).toEqual([
    found('reportedSite', origin),
    found('reportedAddress', scam),
    found('sanctionedAddress', sanctioned),
    found('sanctionsUnread', friend),
  ]);
  expect(findings.filter(isReport)).toHaveLength(3);
  expect(
    reportFindings({ addresses, origin: 'https://other.example' }, { lists, sanctions: new Map() }),
  ).toEqual([found('reportedAddress', scam)]);
});
