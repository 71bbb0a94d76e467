import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { type Address, numberToHex, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { stakePlan } from '@/components/wallet/stake/stake-plan';
import { reviewAgain } from '@/components/wallet/transaction-sheet/sheet';
import { useNotices } from '@/lib/browser/notices';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { chainErrorCode } from '@/lib/evm/errors';
import { isBatchRefusal } from '@/lib/evm/wallet-errors';
import { batchingQuery } from '@/lib/wallet/transactions/batching';
import { sendBatch } from '@/lib/wallet/transactions/send-batch';
import { ShortcutError } from '@/lib/wallet/transactions/shortcuts';
import { useDeclined, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { anvilHttp } from '@/scripts/launcher/chains/anvil-client';
import { RpcFailure } from '../../../support/chain-plans';
import { storeLedger } from '../../../support/ledger-entry';
import {
  connectOwnChain,
  type OwnChain,
  pressGo,
  RunPlan,
  renderOnOwnChain,
  says,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { SmartAccount } from '../../../support/smart-account';
import { sendTo, tokenAbi } from '../../../support/wallet-tokens';

const GIVEN = parseEther('20');
let chain: OwnChain;

beforeAll(async () => {
  localStorage.clear();
  chain = await startOwnChain();
});
afterEach(() => chain.client.setAutomine(true));
afterAll(() => chain.stop());

const read = (address: Address, functionName: 'balanceOf' | 'allowance', args: readonly Address[]) =>
  chain.client.readContract({ address, abi: tokenAbi, functionName, args });
const staked = (account: Address) =>
  chain.client.readContract({
    address: chain.addresses.staking,
    abi: stakingPoolAbi,
    functionName: 'stakeOf',
    args: [account],
  });
const atomic = (status: string, chainId = chain.id) => ({ [numberToHex(chainId)]: { atomic: { status } } });
const fails = (code: number) => () => {
  throw new RpcFailure(code, 'no');
};

/**
 * Creates a new account with 20 tTIDE, whose wallet supports batches and records its requests. `methods` override the
 * wallet's own methods.
 */
async function smart(kind: 'delegating' | 'contract' = 'delegating', methods: WalletMethods = {}) {
  const owner = privateKeyToAccount(generatePrivateKey());
  const wallet = new SmartAccount(owner, kind, () => chain.rpcUrl);
  await wallet.prepare();
  await chain.client.impersonateAccount({ address: wallet.address });
  await sendTo(chain.client, chain.addresses.tTide, 'transfer', [wallet.address, GIVEN]);
  const asked: string[] = [];
  const own: WalletMethods = {
    wallet_getCapabilities: () => atomic('supported'),
    wallet_sendCalls: ([batch]) => wallet.sendCalls(batch),
    wallet_getCallsStatus: ([id]) => wallet.callsStatus(id),
    // Set the gas limit, as the browser tests' wallet does.
    eth_sendTransaction: ([asked]) => {
      const transaction = { ...(asked as object), gas: '0xf4240' } as const;
      return anvilHttp(chain.rpcUrl)({}).request({ method: 'eth_sendTransaction', params: [transaction] });
    },
    eth_signTypedData_v4: ([, data]) => owner.signTypedData(JSON.parse(String(data))),
    ...methods,
  };
  const watched = Object.entries(own).map(
    ([method, answer]) =>
      [
        method,
        (params: readonly unknown[]) => {
          asked.push(method);
          return answer(params);
        },
      ] as const,
  );
  const all = Object.fromEntries(watched);
  const config = await connectOwnChain(chain, wallet.address, undefined, undefined, all);
  const times = (method: string) => asked.filter((one) => one === method).length;
  return { wallet, account: wallet.address, config, times };
}
type Smart = Awaited<ReturnType<typeof smart>>;

/** Renders the review of a stake of this amount of tTIDE, and the button that sends it. */
function show({ account, config }: Smart, amount: string) {
  const token = { coinId: 5, symbol: 'tTIDE', decimals: 18, address: chain.addresses.tTide };
  const plan = stakePlan({
    ...{ action: 'stake', chainId: chain.id, pool: chain.addresses.staking, account },
    ...{ token, amount: parseEther(amount) },
  });
  storeLedger([]);
  return renderOnOwnChain(<RunPlan plan={plan} />, chain, config);
}
const ONCE = /^Your wallet will ask once, for two steps: /;
const asksOnce = () => screen.findByText(ONCE);
const asksTwice = () => screen.findByText(/^Your wallet will ask twice: /);

const quietRun = () => ({
  ...{ signal: new AbortController().signal, named: [] },
  ...{ onStep: () => undefined, onRecorded: () => undefined },
});
const latest = () => useLedger.getState().entries.at(-1);
/** Asserts that the stake is on chain and that no allowance is left. */
async function holds(account: Address, amount: string) {
  expect(await staked(account)).toBe(parseEther(amount));
  const { tTide, staking } = chain.addresses;
  expect(await read(tTide, 'balanceOf', [account])).toBe(GIVEN - parseEther(amount));
  expect(await read(tTide, 'allowance', [account, staking])).toBe(0n);
}

test.each(['delegating', 'contract'] as const)(
  'WAL-16 a %s account approves exactly and stakes in one prompt and one transaction, as announced',
  async (kind) => {
    const person = await smart(kind, { wallet_getCapabilities: () => atomic('ready') });
    show(person, '4.000000000000000001');
    expect(await asksOnce()).toHaveTextContent(
      'allow the Tidewell staking pool to take exactly 4.000000000000000001 tTIDE, then continue.',
    );
    await pressGo();
    await says('idle confirmed');
    expect(person.times('wallet_sendCalls')).toBe(1);
    expect(person.times('eth_sendTransaction')).toBe(0);
    await holds(person.account, '4.000000000000000001');

    const entry = latest();
    expect(entry).toMatchObject({ kind: 'stake', status: 'confirmed', account: person.account });
    const { to } = await chain.client.getTransaction({ hash: entry?.hash ?? '0x' });
    expect(to?.toLowerCase()).toBe(person.account.toLowerCase());
    expect(useNotices.getState().notices.at(-1)).toMatchObject({
      type: 'success',
      message: '4.000000000000000001 tTIDE staked.',
      link: { href: expect.stringContaining(entry?.hash ?? '') },
    });
  },
);

test.each<[string, boolean, (params: readonly unknown[]) => unknown]>([
  ['says so', true, () => atomic('supported')],
  ['would ask to change the account first', true, () => atomic('ready')],
  ['says so of every chain (0x0)', true, () => atomic('supported', 0)],
  ['says so of another chain', false, () => atomic('supported', 1)],
  ['says no', false, () => atomic('unsupported')],
  ['does not know the method', false, fails(-32601)],
  ['does not serve the method', false, fails(4200)],
  ['answers nonsense', false, () => null],
  ['never answers', false, () => new Promise(() => undefined)],
])('WAL-16 a wallet that, asked for batches, %s: %s', async (_, can, answer) => {
  const account = privateKeyToAddress(generatePrivateKey());
  const methods = { wallet_getCapabilities: answer };
  const config = await connectOwnChain(chain, account, undefined, undefined, methods);
  expect(await new QueryClient().fetchQuery(batchingQuery(config, chain.id))).toBe(can);
});

test('WAL-16 a wallet without batch support gets two requests, and the page announces them', async () => {
  const person = await smart('delegating', { wallet_getCapabilities: fails(4200) });
  show(person, '3');
  expect(await asksTwice()).toBeVisible();
  await pressGo();
  await says('idle confirmed');
  expect(person.times('wallet_sendCalls')).toBe(0);
  expect(person.times('eth_sendTransaction')).toBe(1);
  await holds(person.account, '3');
});

test('WAL-9 rejecting the batch sends nothing, and the next press requests the batch again', async () => {
  let declines = 1;
  const person: Smart = await smart('delegating', {
    wallet_sendCalls: ([batch]) => (declines-- > 0 ? fails(4001)() : person.wallet.sendCalls(batch)),
  });
  show(person, '2.5');
  await pressGo();
  await says('idle rejected');
  expect(latest()).toBeUndefined();
  expect(await read(chain.addresses.tTide, 'balanceOf', [person.account])).toBe(GIVEN);
  await pressGo();
  await says('idle confirmed');
  expect(person.times('wallet_sendCalls')).toBe(2);
  await holds(person.account, '2.5');
});

test('WAL-16 declining the account upgrade for batches takes one rejection, and then two steps follow', async () => {
  const person = await smart('delegating', {
    wallet_getCapabilities: () => atomic('ready'),
    wallet_sendCalls: fails(5750),
  });
  show(person, '2');
  expect(await asksOnce()).toBeVisible();
  await pressGo();
  await says('idle rejected');
  expect(await asksTwice()).toBeVisible();
  expect(person.times('eth_sendTransaction')).toBe(0);
  await pressGo();
  await says('idle confirmed');
  expect(person.times('wallet_sendCalls')).toBe(1);
  await holds(person.account, '2');
});

test('WAL-16 a wallet that reports its capabilities late gets two requests until it has reported them', async () => {
  let answer = () => {};
  const person = await smart('delegating', {
    wallet_getCapabilities: () =>
      new Promise((resolve) => {
        answer = () => resolve(atomic('supported'));
      }),
  });
  show(person, '2');
  await pressGo();
  await says('idle confirmed');
  expect(person.times('wallet_sendCalls')).toBe(0);
  await holds(person.account, '2');
  answer();
  // Another review shows what the wallet has reported in the meantime.
  await waitFor(
    () => {
      const note = screen.queryByText(ONCE);
      if (!note) act(reviewAgain);
      expect(note).toBeVisible();
    },
    { interval: 300 },
  );
  await pressGo();
  await says('idle confirmed');
  expect(person.times('wallet_sendCalls')).toBe(1);
  expect(person.times('wallet_getCapabilities')).toBe(1);
  expect(await staked(person.account)).toBe(parseEther('4'));
});

test('WAL-16 a wallet that reports batch support but rejects the batch gets two requests, once the user has reviewed them', async () => {
  const person = await smart('delegating', { wallet_sendCalls: fails(5710) });
  show(person, '2');
  expect(await asksOnce()).toBeVisible();
  await pressGo();
  await says('idle batchUnsupported');
  expect(latest()).toBeUndefined();
  expect(await asksTwice()).toBeVisible();
  await pressGo();
  await says('idle confirmed');
  expect(person.times('wallet_sendCalls')).toBe(1);
  await holds(person.account, '2');
});

const giveUp = () => undefined;

test('WAL-16 only errors that mean a wallet cannot batch, so nothing was sent, switch to separate steps', async () => {
  let code = 0;
  storeLedger([]);
  const { account, config } = await smart('delegating', { wallet_sendCalls: () => fails(code)() });
  const intent = {
    ...({ kind: 'send', coinId: 5, amountRaw: '1', decimals: 18, symbol: 'tTIDE' } as const),
    ...{ recipient: account, token: NATIVE_TOKEN },
  };
  const order = { account, chainId: chain.id, intent, approvals: [], call: { address: account, value: 1n } };
  const told: unknown[] = [];
  for (code of [-32601, -32602, 4200, 5700, 5710, 5740, 5750, 5760, 4001, -32603]) {
    const error: unknown = await sendBatch(config, order, { giveUp }, quietRun()).catch((caught) => caught);
    const { entries } = useLedger.getState();
    const cause = error instanceof ShortcutError ? error.cause : error;
    told.push([code, isBatchRefusal(cause), chainErrorCode(cause), entries.length]);
    storeLedger([]);
  }
  expect(told).toEqual([
    ...[-32601, -32602, 4200, 5700, 5710, 5740].map((known) => [known, true, 'walletUnsupported', 0]),
    [5750, true, 'rejected', 0],
    [5760, true, 'walletUnsupported', 0],
    [4001, false, 'rejected', 0],
    // The batch may have been sent, so the page looks for it.
    [-32603, false, 'maybeSent', 1],
  ]);
});

test('WAL-9 a batch that would revert fails in simulation: the reason is shown and the wallet gets no request', async () => {
  const person = await smart();
  show(person, '5');
  const pool = { address: chain.addresses.staking, abi: stakingPoolAbi } as const;
  const setPool = async (functionName: 'pause' | 'unpause') =>
    chain.client.waitForTransactionReceipt({
      hash: await chain.client.writeContract({ ...pool, functionName, gas: 200_000n }),
    });
  await setPool('pause');
  await pressGo();
  await says('idle paused');
  await setPool('unpause');
  expect(person.times('wallet_sendCalls')).toBe(0);
  expect(await read(chain.addresses.tTide, 'balanceOf', [person.account])).toBe(GIVEN);
});

test.each([
  ['a call that reverts', { data: '0x12345678', value: 0n }, 'reverted'],
  ['a payment to a contract that accepts none', { value: 1n }, 'recipientRefused'],
  ['a payment with empty data to such a contract', { data: '0x', value: 1n }, 'recipientRefused'],
] as const)('WAL-9 simulating a batch reports the reason for %s', async (_, part, code) => {
  const { account, config, times } = await smart();
  const intent = {
    ...({ kind: 'send', coinId: 5, amountRaw: '1', decimals: 18, symbol: 'tTIDE' } as const),
    ...{ recipient: account, token: NATIVE_TOKEN },
  };
  const works = { address: account, value: 1n };
  const refused = { address: chain.addresses.tTide, ...part };
  const order = { account, chainId: chain.id, intent, approvals: [works], call: refused };
  const error: unknown = await sendBatch(config, order, { giveUp }, quietRun()).catch((caught) => caught);
  expect(chainErrorCode(error)).toBe(code);
  expect(times('wallet_sendCalls')).toBe(0);
});

test('WAL-9 a batch that reverts on chain is undone as a whole, including the approval, and reported', async () => {
  const person: Smart = await smart('delegating', {
    wallet_sendCalls: async ([batch]) => {
      const { tTide, router } = chain.addresses;
      await sendTo(chain.client, tTide, 'transfer', [router, GIVEN - 1n], person.account);
      return person.wallet.sendCalls(batch);
    },
  });
  show(person, '6');
  await pressGo();
  await says('idle failed');
  expect(latest()).toMatchObject({ status: 'failed', reason: 'reverted' });
  expect(await staked(person.account)).toBe(0n);
  const { tTide, staking } = chain.addresses;
  expect(await read(tTide, 'allowance', [person.account, staking])).toBe(0n);
});

test('WAL-9 a page reopened while a batch is pending follows it through the wallet', async () => {
  const person = await smart();
  await chain.client.setAutomine(false);
  const before = show(person, '7');
  await pressGo();
  await says('idle pending');
  expect(latest()).toMatchObject({ hash: null, status: 'pending' });
  before.unmount();

  const kept = useLedger.getState().entries;
  show(person, '7');
  storeLedger(kept);
  await says('idle pending');
  await chain.client.mine({ blocks: 1 });
  await says('idle confirmed');
  await holds(person.account, '7');
});

test.each([
  ['and the wallet knows it by the name it was given', false],
  ['and the wallet has forgotten it, so that the chain tells', true],
])('WAL-9 a batch confirmed in the wallet while no page was open is found again, %s', async (_, forgets) => {
  const person: Smart = await smart('delegating', {
    wallet_sendCalls: async ([batch]) => {
      await person.wallet.sendCalls(batch);
      throw new Error('the wallet went away');
    },
    ...(forgets ? { wallet_getCallsStatus: fails(5730) } : {}),
  });
  show(person, '8');
  await pressGo();
  await says('idle pending');
  await waitFor(() => expect(latest()).toMatchObject({ status: 'confirmed', account: person.account }));
  await holds(person.account, '8');
  expect(useLedger.getState().entries.filter(({ account }) => account === person.account)).toHaveLength(1);
});

test('WAL-9 if a wallet accepts a batch and then reports it as unknown, the chain decides', async () => {
  const person = await smart('delegating', { wallet_getCallsStatus: fails(5730) });
  show(person, '9');
  await pressGo();
  await says('idle confirmed');
  await holds(person.account, '9');
});

test.each([400, 500])(
  'WAL-9 a failure that a wallet reports without a transaction (%i) proves nothing, and the chain may show the batch later',
  async (status) => {
    const sent: unknown[] = [];
    const person: Smart = await smart('delegating', {
      wallet_sendCalls: ([batch]) => {
        sent.push(batch);
        return { id: '0x0badcafe' };
      },
      wallet_getCallsStatus: ([id]) => ({ version: '2.0.0', id, chainId: '0x7a69', atomic: true, status }),
    });
    show(person, '1.5');
    await pressGo();
    await says('idle pending');
    await waitFor(() =>
      expect(latest()).toMatchObject({
        ...{ hash: null, batchId: '0x0badcafe', status: 'pending', note: 'reportedFailed' },
      }),
    );
    expect(await staked(person.account)).toBe(0n);
    await person.wallet.sendCalls(sent[0]);
    await says('idle confirmed');
    expect(latest()?.note).toBeUndefined();
    await holds(person.account, '1.5');
  },
);

test('WAL-9 a rejected batch that was sent all the same is found on chain', async () => {
  const person: Smart = await smart('delegating', {
    wallet_sendCalls: async ([batch]) => {
      await person.wallet.sendCalls(batch);
      return fails(4001)();
    },
    wallet_getCallsStatus: fails(5730),
  });
  show(person, '3.5');
  await pressGo();
  await waitFor(() => expect(latest()).toMatchObject({ status: 'confirmed', account: person.account }));
  expect(useDeclined.getState().entries.filter(({ account }) => account === person.account)).toEqual([]);
  await holds(person.account, '3.5');
});
