import { EventEmitter } from 'node:events';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseEther, zeroAddress } from 'viem';
import type { Config } from 'wagmi';
import { NoticeList } from '@/components/ui/notice-list';
import { DepositForm } from '@/components/wallet/deposit/deposit-form';
import { useSheet } from '@/components/wallet/transaction-sheet/sheet';
import { depositDraft, emptyTransfer, withdrawDraft } from '@/components/wallet/transfer/transfer-draft';
import { WithdrawStart } from '@/components/wallet/withdraw/withdraw-form';
import { useNotices } from '@/lib/browser/notices';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { useSession } from '@/lib/session/session';
import { updateLedger, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import en from '@/messages/en.json';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { startBoundSession } from '../../../support/bound-session';
import { configureOfflineApi } from '../../../support/client-settings';
import { hostileTokens, type Listed, SUPPLY, type Turn } from '../../../support/hostile-tokens';
import {
  connectOwnChain,
  type OwnChain,
  renderOnOwnChain,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';
import { sendTo } from '../../../support/wallet-tokens';

const { address: account } = demoAccount(1);
const { errors } = en.wallet;
const FIVE = parseEther('5');
let chain: OwnChain;
let tokens: ReturnType<typeof hostileTokens>;

servePrices();
beforeAll(async () => {
  configureOfflineApi();
  chain = await startOwnChain();
  tokens = hostileTokens(chain, account);
});
afterAll(() => chain.stop());
beforeEach(signInWithoutSheet);
afterEach(() => {
  localStorage.clear();
  depositDraft.save(depositDraft.empty);
  withdrawDraft.save(withdrawDraft.empty);
  useLedger.setState({ entries: [] });
  useNotices.setState({ notices: [] });
});

const inVault = ({ address }: Listed) =>
  chain.client.readContract({
    ...{ address: chain.addresses.vault, abi: vaultAbi, functionName: 'balanceOf' },
    args: [account, address],
  });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const latest = () => useLedger.getState().entries.at(-1);

/**
 * Renders and reviews the deposit form with an amount of a token. `methods` override the wallet's methods, and the
 * wallet emits `events`.
 */
async function deposit(
  { coinId, symbol }: Listed,
  methods: WalletMethods = {},
  events?: EventEmitter,
  onConnected: (config: Config) => void = () => undefined,
) {
  depositDraft.save({ ...emptyTransfer, chainId: chain.id, coinId, amount: '5' });
  const page = (
    <>
      <DepositForm />
      <SheetRoot />
      <NoticeList label="Notifications" dismissLabel="Dismiss" />
    </>
  );
  const config = await connectOwnChain(chain, account, undefined, undefined, methods, events);
  onConnected(config);
  renderOnOwnChain(page, chain, config);
  await screen.findByText(new RegExp(`^Balance: [1-9].* ${symbol}`));
  await press('Review');
  return findSheet();
}
test.each<[string, () => Promise<Listed>, keyof typeof errors]>([
  ['whose transfer returns false', () => tokens.awkward('FalseToken'), 'tokenRefused'],
  ['that sends the tokens elsewhere', () => tokens.awkward('SinkToken'), 'zeroAmount'],
  ['whose transfer moves nothing', () => tokens.claiming(), 'zeroAmount'],
  [
    'whose hook reverts',
    async () => {
      const token = await tokens.awkward('HookToken');
      await tokens.refuse(token);
      return token;
    },
    'reverted',
  ],
])(
  'WAL-3 WAL-9 a deposit of a token %s is not sent, and the sheet says why',
  async (_name, deploy, error) => {
    const token = await deploy();
    const before = await tokens.held(token, account);
    const sheet = await deposit(token);
    await sendFromSheet('Deposit 5 ODD');
    expect(await sheet.findByText(errors[error])).toBeVisible();
    expect([await inVault(token), await tokens.held(token, account)]).toEqual([0n, before]);
    expect(useLedger.getState().entries.every(({ kind }) => kind === 'approve')).toBe(true);
  },
);

test.each([
  ['returns nothing', 'SilentToken', { leaves: '5', after: '995', credited: '5' }],
  ['keeps a fee', 'FeeOnTransferToken', { leaves: '5', after: '995', credited: '4.95' }],
  ['charges the sender more', 'SenderChargeToken', { leaves: '5.05', after: '994.95', credited: '5' }],
] as const)(
  'WAL-3 NUM-1 a deposit of a token that %s is reviewed and credited with the real amounts',
  async (_name, contract, { leaves, after, credited }) => {
    const token = await tokens.awkward(contract);
    const sheet = await deposit(token);
    expect(await sheet.findByText(en.wallet.signing.balance.simulated)).toBeVisible();
    const changes = sheet.getByRole('region', { name: en.wallet.signing.balance.title });
    expect(changes).toHaveTextContent(new RegExp(`Leaves.*${leaves} ODD.*1,000 → ${after} ODD`));
    expect(changes).toHaveTextContent(new RegExp(`Arrives.*${credited} ODD.*0 → ${credited} ODD`));
    await sendFromSheet('Deposit 5 ODD');
    await waitFor(() => expect(latest()).toMatchObject({ kind: 'deposit', status: 'confirmed' }));
    expect(await inVault(token)).toBe(parseEther(credited));
    await waitFor(() => expect(latest()?.receivedRaw).toBe(`${parseEther(credited)}`));
    // Once the server has credited the deposit, the result says how much.
    act(() => updateLedger(latest()?.id ?? '0x', { status: 'verified' }));
    expect(
      await sheet.findByRole('heading', { name: `${credited} ODD deposited and credited.` }),
    ).toBeVisible();
  },
);

test('WAL-3 NUM-1 a token’s hook that reenters the vault takes nothing out of it, and the deposit is credited once', async () => {
  const token = await tokens.awkward('HookToken');
  const { vault } = chain.addresses;
  const deposited = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'deposit',
    args: [token.address, FIVE],
  });
  const withdrawal = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'withdraw',
    args: [token.address, FIVE, account, FIVE],
  });
  // The hook withdraws its own vault balance, which it could do at any other time.
  const hook = await tokens.hook(token, vault, withdrawal);
  await sendTo(chain.client, token.address, 'setHook', [zeroAddress]);
  await sendTo(chain.client, token.address, 'transfer', [hook, FIVE], account);
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [vault, FIVE] });
  await sendTo(chain.client, hook, 'call', [token.address, approval]);
  await sendTo(chain.client, hook, 'call', [vault, deposited]);
  await sendTo(chain.client, token.address, 'setHook', [hook]);

  const sheet = await deposit(token);
  const changes = await sheet.findByRole('region', { name: en.wallet.signing.balance.title });
  await waitFor(() => expect(changes).toHaveTextContent(/Leaves.*5 ODD.*995 → 990 ODD/));
  expect(changes).toHaveTextContent(/Arrives.*5 ODD.*0 → 5 ODD/);
  await sendFromSheet('Deposit 5 ODD');
  await waitFor(() => expect(latest()).toMatchObject({ kind: 'deposit', status: 'confirmed' }));
  await waitFor(() => expect(latest()?.receivedRaw).toBe(`${FIVE}`));
  expect([await inVault(token), await tokens.held(token, account)]).toEqual([FIVE, SUPPLY - 2n * FIVE]);
  expect(await tokens.counted(hook)).toEqual([1n, 0n]);
});

const pausing: Turn[] = [
  ['is paused (ERC20Pausable)', () => tokens.openPausable(), (token) => tokens.pause(token), 'paused'],
  ['is paused with a text', () => tokens.oldPausable(), (token) => tokens.pause(token), 'tokenPaused'],
  [
    'is stopped for a reason of its own',
    () => tokens.awkward('StoppableToken'),
    (token) => tokens.stop(token),
    'reverted',
  ],
  ['blocks the account', () => tokens.blocklist(), (token) => tokens.block(token, account), 'accountBlocked'],
  [
    'blocks the vault',
    () => tokens.blocklist(),
    (token) => tokens.block(token, chain.addresses.vault),
    'accountBlocked',
  ],
];

test.each(pausing)(
  'WAL-3 WAL-9 a token that %s between the approval and the deposit moves nothing, and the sheet says why',
  async (_name, deploy, turn, error) => {
    const token = await deploy();
    const { client } = chain;
    const sheet = await deposit(token, {
      eth_sendTransaction: async (params) => {
        const [{ from, to, data }] = params as [{ from: Address; to: Address; data: Hex }];
        const hash = await client.sendTransaction({ account: from, to, data });
        await client.waitForTransactionReceipt({ hash });
        await turn(token);
        return hash;
      },
    });
    await sendFromSheet('Deposit 5 ODD');
    expect(await sheet.findByText(errors[error])).toBeVisible();
    expect(latest()).toMatchObject({ kind: 'approve' });
    expect([await inVault(token), await tokens.held(token, account)]).toEqual([0n, SUPPLY]);
  },
);

/** Deposits five of a token without the page. */
async function fillVault(token: Address) {
  const { client } = chain;
  await sendTo(client, token, 'approve', [chain.addresses.vault, FIVE], account);
  const hash = await client.writeContract({
    ...{ address: chain.addresses.vault, abi: vaultAbi, functionName: 'deposit', account },
    args: [token, FIVE],
  });
  await client.waitForTransactionReceipt({ hash });
}

test.each<Turn>([
  // The vault can't be paused for withdrawals, so the message must not say that funds can still be taken out.
  ['is paused (ERC20Pausable)', () => tokens.openPausable(), (token) => tokens.pause(token), 'tokenPaused'],
  ...pausing.slice(1),
  ['has a hook that reverts', () => tokens.awkward('HookToken'), (token) => tokens.refuse(token), 'reverted'],
])(
  'WAL-4 WAL-9 a token that %s after the review of a withdrawal stays in the vault, and the sheet says why',
  async (_name, deploy, turn, error) => {
    const token = await deploy();
    await fillVault(token.address);
    withdrawDraft.save({ ...withdrawDraft.empty, chainId: chain.id, coinId: token.coinId, amount: '5' });
    const page = (
      <>
        <WithdrawStart />
        <SheetRoot />
      </>
    );
    renderOnOwnChain(page, chain, await connectOwnChain(chain, account));
    await screen.findByText(/^In your vault: 5 ODD/);
    // The form says what it costs before the review does.
    await waitFor(() =>
      expect(screen.getByText('Estimated network fee').parentElement).toHaveTextContent(/0\.\d+ ETH/),
    );
    await press('Review');
    const sheet = await findSheet();
    await turn(token);
    await sendFromSheet('Withdraw 5 ODD');
    expect(await sheet.findByText(errors[error])).toBeVisible();
    expect(await inVault(token)).toBe(FIVE);
  },
);

test('WAL-3 WAL-9 AUTH-3 switching accounts between the approval and the deposit moves nothing, and the page shows why', async () => {
  const { address: other } = demoAccount(2);
  const token = await tokens.blocklist();
  const events = new EventEmitter();
  const sent: unknown[] = [];
  let accounts = [account];
  await deposit(
    token,
    {
      eth_accounts: () => accounts,
      wallet_revokePermissions: () => null,
      eth_sendTransaction: async (params) => {
        const [{ from, to, data }] = params as [{ from: Address; to: Address; data: Hex }];
        sent.push(params);
        const hash = await chain.client.sendTransaction({ account: from, to, data });
        await chain.client.waitForTransactionReceipt({ hash });
        accounts = [other];
        events.emit('accountsChanged', accounts);
        return hash;
      },
    },
    events,
    (config) => startBoundSession(config, account),
  );
  await sendFromSheet('Deposit 5 ODD');
  await screen.findByText(en.client.disconnected);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(useSession.getState()).toMatchObject({ token: null, account: null });
  // The request ends after sending only the approval.
  await waitFor(() => expect(useSheet.getState()).toMatchObject({ step: 'idle', entryId: null }));
  expect(sent).toHaveLength(1);
  expect(useLedger.getState().entries).toMatchObject([{ kind: 'approve', account }]);
  const balances = [account, other].map((owner) => tokens.held(token, owner));
  expect([await inVault(token), ...(await Promise.all(balances))]).toEqual([0n, SUPPLY, 0n]);
});
