import { act, cleanup, waitFor } from '@testing-library/react';
import { type Address, type Hash, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { disconnect } from 'wagmi/actions';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { anvilHttp } from '@/scripts/launcher/chains/anvil-client';
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
import { createFlows, type Flow } from '../../../support/transaction-flows';
import { sendTo } from '../../../support/wallet-tokens';

const ETHER = parseEther('10');
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

const { flows: allFlows, fund } = createFlows(() => chain);
const flows = allFlows.filter(({ kind }) =>
  ['deposit', 'withdraw', 'swap', 'stake', 'pledge', 'contribute'].includes(kind),
);
const vault = () => ({ address: chain.addresses.vault, abi: vaultAbi }) as const;

/** Creates an account that has what the flow needs, for which the node signs. */
async function person(flow: Flow): Promise<Address> {
  const account = privateKeyToAddress(generatePrivateKey());
  await chain.client.impersonateAccount({ address: account });
  await fund(account, flow);
  await chain.client.setBalance({ address: account, value: ETHER });
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
    state: () => flow.state(account),
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
        return anvilHttp(chain.rpcUrl)({}).request({ method: 'eth_sendTransaction', params: [transaction] });
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
  await waitFor(() => expect(latest(person.account)?.sent[0]?.nonce).toBeDefined());
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
      expect(gate.times('eth_getTransactionReceipt', latest(account)?.hash ?? undefined)).toBeGreaterThan(0),
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
