import { act, cleanup, waitFor } from '@testing-library/react';
import { type Address, erc20Abi, type Hash, http, parseEther, parseGwei, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { disconnect } from 'wagmi/actions';
import { pledgePlan } from '@/components/wallet/pledge/pledge-plan';
import { presalePlan } from '@/components/wallet/presale/presale-plan';
import { stakePlan } from '@/components/wallet/stake/stake-plan';
import { swapPlan } from '@/components/wallet/swap/swap-plan';
import { withdrawPlan } from '@/components/wallet/withdraw/withdraw-plan';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { useAttempts } from '@/lib/wallet/transactions/attempts';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { depositPlan } from '@/lib/wallet/vault/deposit-plan';
import { RpcFailure } from '../../../support/chain-plans';
import { startGateNode } from '../../../support/faulty-nodes';
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
import { sendTo } from '../../../support/wallet-tokens';

const ETHER = parseEther('10');
const FAR = 2n ** 64n;
let chain: OwnChain;
let gate: Awaited<ReturnType<typeof startGateNode>>;

beforeAll(async () => {
  chain = await startOwnChain();
  gate = await startGateNode(chain.rpcUrl);
});
afterAll(async () => {
  await gate.stop();
  await chain.stop();
});

const usdt = (amount: string) => parseUnits(amount, 6);
const listed = (symbol: string) => {
  const coin = chain.lists.coins.find((candidate) => candidate.symbol === symbol);
  const [token] = coin?.tokens ?? [];
  if (!coin || !token) throw new Error(`${symbol} is not listed`);
  return { coinId: coin.id, symbol, decimals: token.decimals, address: token.address as Address };
};
const balance = (address: Address, owner: Address) =>
  chain.client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });

type Flow = {
  /** Kind of transaction, which is also the name of the flow. */
  kind: 'deposit' | 'withdraw' | 'swap' | 'stake' | 'pledge' | 'contribute';
  plan: (account: Address) => TransactionPlan;
  /** The token that the flow moves. `held` returns the account's balance in the contract, in base units. */
  token: () => Address;
  held: (account: Address) => Promise<bigint>;
  /** Expected changes of the wallet and contract balances, in base units, after the vault's fee. */
  moves: { wallet: bigint; held: bigint };
};

const vault = () => ({ address: chain.addresses.vault, abi: vaultAbi }) as const;
const vaultHolds = (account: Address) =>
  chain.client.readContract({
    ...vault(),
    functionName: 'balanceOf',
    args: [account, chain.addresses.tUsdt],
  });

const flows: Flow[] = [
  {
    kind: 'deposit',
    plan: () =>
      depositPlan({
        ...{ chainId: chain.id, vault: vault().address, amount: usdt('12.000001') },
        ...listed('tUSDT'),
        token: chain.addresses.tUsdt,
      }),
    token: () => chain.addresses.tUsdt,
    held: vaultHolds,
    moves: { wallet: -usdt('12.000001'), held: usdt('12.000001') },
  },
  {
    kind: 'withdraw',
    plan: (account) =>
      withdrawPlan({
        ...{ chainId: chain.id, vault: vault().address, token: chain.addresses.tUsdt },
        ...{ amount: usdt('15'), fee: usdt('0.15'), recipient: account, isSelf: true },
        ...listed('tUSDT'),
      }),
    token: () => chain.addresses.tUsdt,
    held: vaultHolds,
    moves: { wallet: usdt('14.85'), held: -usdt('15') },
  },
  {
    kind: 'swap',
    plan: (account) => {
      const { router, weth, multicall } = chain.addresses;
      return swapPlan({
        place: { chainId: chain.id, router, multicall },
        terms: { factory: router, wrapped: weth, feePpb: 3_000_000n },
        sold: listed('tUSDT'),
        bought: listed('WETH'),
        ...{ amount: usdt('10'), minimum: 1n, path: [chain.addresses.tUsdt, weth], account, deadline: FAR },
      });
    },
    token: () => chain.addresses.tUsdt,
    held: (account) => balance(chain.addresses.weth, account),
    moves: { wallet: -usdt('10'), held: 0n },
  },
  {
    kind: 'stake',
    plan: (account) =>
      stakePlan({
        ...{ action: 'stake', chainId: chain.id, pool: chain.addresses.staking, account },
        ...{ token: listed('tTIDE'), amount: parseEther('4.000000000000000001') },
      }),
    token: () => chain.addresses.tTide,
    held: (account) =>
      chain.client.readContract({
        address: chain.addresses.staking,
        abi: stakingPoolAbi,
        functionName: 'stakeOf',
        args: [account],
      }),
    moves: { wallet: -parseEther('4.000000000000000001'), held: parseEther('4.000000000000000001') },
  },
  {
    kind: 'pledge',
    plan: () =>
      pledgePlan({
        ...{ chainId: chain.id, contract: chain.addresses.pledge, token: listed('tUSDT') },
        ...{ termId: 0n, amount: usdt('20.000001'), unlocksAt: 0n },
      }),
    token: () => chain.addresses.tUsdt,
    held: async (account) =>
      (
        await chain.client.getContractEvents({
          address: chain.addresses.pledge,
          abi: pledgeAbi,
          eventName: 'Pledged',
          args: { owner: account },
          fromBlock: 0n,
        })
      ).reduce((sum, { args }) => sum + (args.amount ?? 0n), 0n),
    moves: { wallet: -usdt('20.000001'), held: usdt('20.000001') },
  },
  {
    kind: 'contribute',
    plan: (account) =>
      presalePlan({
        ...{ action: 'contribute', chainId: chain.id, presale: chain.addresses.presale, account },
        ...{ token: listed('tUSDT'), amount: usdt('25.000001') },
      }),
    token: () => chain.addresses.tUsdt,
    held: (account) =>
      chain.client.readContract({
        address: chain.addresses.presale,
        abi: presaleAbi,
        functionName: 'contributionOf',
        args: [account],
      }),
    moves: { wallet: -usdt('25.000001'), held: usdt('25.000001') },
  },
];

/** Creates an account that has 100 of each token, 50 tUSDT in the vault, and an approval for the flow's token. */
async function person({ plan, token }: Flow): Promise<Address> {
  const account = privateKeyToAddress(generatePrivateKey());
  await chain.client.impersonateAccount({ address: account });
  await chain.client.setBalance({ address: account, value: ETHER });
  const { tUsdt, tTide } = chain.addresses;
  await sendTo(chain.client, tUsdt, 'transfer', [account, usdt('150')]);
  await sendTo(chain.client, tTide, 'transfer', [account, parseEther('100')]);
  await sendTo(chain.client, tUsdt, 'approve', [vault().address, usdt('50')], account);
  const deposit = { ...vault(), functionName: 'deposit', args: [tUsdt, usdt('50')] } as const;
  await chain.client.waitForTransactionReceipt({
    hash: await chain.client.writeContract({ ...deposit, account, gas: 500_000n }),
  });
  const { call, spending } = plan(account);
  if (spending) await sendTo(chain.client, token(), 'approve', [call.address, spending.amount], account);
  return account;
}

const latest = (account: Address) =>
  useLedger.getState().entries.findLast((entry) => entry.account === account);
const fails = (code: number) => () => {
  throw new RpcFailure(code, 'no');
};

/** Sets up an account's flow on a page whose node can be shut off. */
async function begin(flow: Flow) {
  const account = await person(flow);
  const seen = {
    ...chain,
    lists: { ...chain.lists, chains: chain.lists.chains.map((entry) => ({ ...entry, rpcUrl: gate.url })) },
  };
  const load = async (methods: WalletMethods = {}) => {
    cleanup();
    const config = await connectOwnChain(seen, account, undefined, undefined, methods);
    renderOnOwnChain(<RunPlan plan={flow.plan(account)} />, seen, config);
  };
  return {
    account,
    load,
    /** Returns the account's wallet balance and its balance in the contract. */
    state: async () => ({ wallet: await balance(flow.token(), account), held: await flow.held(account) }),
  };
}

test.each(flows)(
  'WAL-9 $kind: a rejection, a wrong network or an unpayable fee sends nothing, and a revert moves nothing',
  async (flow) => {
    const { account, load, state } = await begin(flow);
    const before = await state();
    await load({ eth_sendTransaction: fails(4001) });
    await pressGo();
    await says('idle rejected');

    const elsewhere = { eth_chainId: () => '0x1', wallet_switchEthereumChain: fails(-32603) };
    const sent = jest.fn();
    await load({ ...elsewhere, eth_sendTransaction: sent });
    await pressGo();
    await says('idle wrongChain');
    expect(sent).not.toHaveBeenCalled();

    await load();
    await chain.client.setBalance({ address: account, value: 0n });
    await pressGo();
    await says('idle insufficientFunds');
    await chain.client.setBalance({ address: account, value: ETHER });
    expect(useAttempts.getState().entries).toEqual([]);
    expect(latest(account)).toBeUndefined();
    expect(await state()).toEqual(before);

    let spoiled = before;
    await load({
      eth_sendTransaction: async ([asked]) => {
        const all = await state();
        if (flow.kind === 'withdraw') {
          const args = [flow.token(), all.held, account, all.held] as const;
          const gas = 500_000n;
          const hash = await chain.client.writeContract({
            ...vault(),
            ...{ account, functionName: 'withdraw', args, gas },
          });
          await chain.client.waitForTransactionReceipt({ hash });
        } else
          await sendTo(
            chain.client,
            flow.token(),
            'transfer',
            [chain.client.account.address, all.wallet],
            account,
          );
        spoiled = await state();
        const transaction = { ...(asked as object), gas: '0xf4240' };
        return http(chain.rpcUrl)({}).request({ method: 'eth_sendTransaction', params: [transaction] });
      },
    });
    await pressGo();
    await says('idle failed');
    expect(latest(account)).toMatchObject({ kind: flow.kind, status: 'failed', reason: 'reverted' });
    expect(spoiled).not.toEqual(before);
    expect(await state()).toEqual(spoiled);
  },
);

test('WAL-9 a wallet that disconnected after the review gets an error and no request', async () => {
  const [flow] = flows;
  if (!flow) throw new Error('no flow is listed');
  const account = await person(flow);
  // wagmi would restore the connections of earlier tests from local storage.
  localStorage.clear();
  const sent = jest.fn();
  const config = await connectOwnChain(chain, account, undefined, undefined, { eth_sendTransaction: sent });
  renderOnOwnChain(<RunPlan plan={flow.plan(account)} />, chain, config);
  await act(() => disconnect(config));
  await pressGo();
  await says('idle walletUnresponsive');
  expect(sent).not.toHaveBeenCalled();
});

/** Sends a flow's transaction, which stays pending, and waits until the page has read it from its node. */
async function leaveWaiting(flow: Flow) {
  const person = await begin(flow);
  const before = await person.state();
  await chain.client.setAutomine(false);
  await person.load();
  await pressGo();
  await says('idle pending');
  await waitFor(() => expect(latest(person.account)?.nonce).toBeDefined());
  return { ...person, before };
}

/** Asserts that the flow happened once, in the transaction with this hash, and that all balances agree. */
async function hasMoved(
  flow: Flow,
  { account, before, state }: Awaited<ReturnType<typeof leaveWaiting>>,
  hash: Hash,
) {
  // If the page hasn't read the replaced transaction, it finds the new one by its nonce within a minute.
  await waitFor(() => expect(latest(account)).toMatchObject({ status: 'confirmed', hash }), {
    timeout: 90_000,
  });
  expect(useLedger.getState().entries.filter((entry) => entry.account === account)).toHaveLength(1);
  expect(useAttempts.getState().entries).toEqual([]);
  const after = await state();
  expect(after.wallet - before.wallet).toBe(flow.moves.wallet);
  const received = latest(account)?.receivedRaw;
  expect(after.held - before.held).toBe(flow.kind === 'swap' ? BigInt(received ?? 0) : flow.moves.held);
  if (flow.kind === 'withdraw') expect(BigInt(received ?? 0)).toBe(flow.moves.wallet);
}

test.each(flows)(
  'WAL-9 $kind: a reload while pending and a node outage while it is mined lose nothing',
  async (flow) => {
    const waiting = await leaveWaiting(flow);
    const hash = latest(waiting.account)?.hash ?? '0x';
    await waiting.load();
    gate.shut(true);
    await waitFor(() => expect(useUnreachableChains.getState().chainIds).toEqual([chain.id]));
    await chain.client.mine({ blocks: 1 });
    await chain.client.setAutomine(true);
    await says('idle pending');
    gate.shut(false);
    await hasMoved(flow, waiting, hash);
    await waitFor(() => expect(useUnreachableChains.getState().chainIds).toEqual([]));
  },
);

test.each(flows)(
  'WAL-9 $kind: resent by the wallet at a higher fee, it is followed by its new hash and counted once',
  async (flow) => {
    const waiting = await leaveWaiting(flow);
    const { account } = waiting;
    await waitFor(() =>
      expect(gate.times('eth_getTransactionReceipt', latest(account)?.hash)).toBeGreaterThan(0),
    );
    const sent = await chain.client.getTransaction({ hash: latest(account)?.hash ?? '0x' });
    const { to, input: data, value, nonce, gas, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = sent;
    const again = await chain.client.sendTransaction({
      ...{ account, to, data, value, nonce, gas },
      maxFeePerGas: maxFeePerGas * 2n + parseGwei('1'),
      maxPriorityFeePerGas: maxPriorityFeePerGas * 2n + parseGwei('1'),
    });
    await chain.client.mine({ blocks: 1 });
    await chain.client.setAutomine(true);
    await hasMoved(flow, waiting, again);
  },
);
