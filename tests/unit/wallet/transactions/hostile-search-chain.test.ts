import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { QueryClient } from '@tanstack/react-query';
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  http,
  parseEther,
  parseGwei,
  parseUnits,
} from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { sendPlan } from '@/lib/wallet/transactions/send-plan';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { useDeclined, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { AnyCall, OrderRun, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { RpcFailure } from '../../../support/chain-plans';
import {
  connectOwnChain,
  type OwnChain,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { until } from '../../../support/until';
import { sendTo } from '../../../support/wallet-tokens';

const recipient: Address = '0x00000000000000000000000000000000000000ff';
const usdt = (amount: string) => parseUnits(amount, 6);
let chain: OwnChain;
let account: Address;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(async () => {
  localStorage.clear();
  useLedger.setState({ entries: [] });
  useDeclined.setState({ entries: [] });
  useUnreachableChains.setState({ chainIds: [] });
  account = privateKeyToAddress(generatePrivateKey());
  await chain.client.impersonateAccount({ address: account });
  await chain.client.setBalance({ address: account, value: parseEther('10') });
  await sendTo(chain.client, chain.addresses.tUsdt, 'transfer', [account, usdt('100')]);
});
afterEach(() => chain.client.setAutomine(true));
afterAll(() => chain.stop());

const run = (named: readonly Hash[] = []): OrderRun => ({
  ...{ signal: new AbortController().signal, named },
  ...{ onStep: () => undefined, onRecorded: () => undefined },
});
const tokens = (amount: bigint): TransactionPlan<AnyCall> => ({
  chainId: chain.id,
  intent: {
    ...{ kind: 'send', coinId: 2, amountRaw: String(amount), decimals: 6, symbol: 'tUSDT' },
    ...{ recipient, token: chain.addresses.tUsdt },
  },
  call: {
    ...{ address: chain.addresses.tUsdt, abi: erc20Abi, functionName: 'transfer' },
    args: [recipient, amount],
  },
});
const coins = (amount: bigint): TransactionPlan<AnyCall> => ({
  chainId: chain.id,
  intent: {
    ...{ kind: 'send', coinId: 1, amountRaw: String(amount), decimals: 18, symbol: 'ETH' },
    ...{ recipient, token: NATIVE_TOKEN },
  },
  call: { address: recipient, value: amount },
});
const publish = async (asked: unknown, part: object = {}) => {
  const transaction = { ...(asked as object), gas: '0xf4240', ...part };
  const hash = await http(chain.rpcUrl)({}).request({ method: 'eth_sendTransaction', params: [transaction] });
  return hash as Hash;
};
const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] });
const entries = () => useLedger.getState().entries;
type Config = Awaited<ReturnType<typeof connectOwnChain>>;
const connect = (methods: WalletMethods, seen: OwnChain = chain) =>
  connectOwnChain(seen, account, undefined, undefined, methods);

test('WAL-9 the same payment made elsewhere, mined before the wallet is asked, is not taken for this one', async () => {
  // From another device, in the latest block.
  await sendTo(chain.client, chain.addresses.tUsdt, 'transfer', [recipient, usdt('5')], account);
  await until(
    async () => (await chain.client.getTransactionCount({ address: account })) === 1,
    'the node shows the block in which the payment was mined',
  );
  const statuses: unknown[] = [];
  const config: Config = await connect({
    eth_sendTransaction: async ([asked]) => {
      for (const { id } of entries()) await trackEntry(config, id);
      statuses.push(entries().at(-1)?.status);
      return publish(asked);
    },
  });
  await sendPlan(config, new QueryClient(), account, tokens(usdt('5')), run());
  const own = await chain.client.getTransactionCount({ address: account });
  expect(own).toBe(2);
  expect(statuses).toEqual(['pending']);
});

test('WAL-9 an answered hash is kept, although the same payment made elsewhere decided the entry before', async () => {
  const config: Config = await connect({
    eth_sendTransaction: async ([asked]) => {
      // The user pays the same from another device while the wallet's request is open.
      await sendTo(chain.client, chain.addresses.tUsdt, 'transfer', [recipient, usdt('5')], account);
      for (const { id } of entries()) await trackEntry(config, id);
      return publish(asked);
    },
  });
  await sendPlan(config, new QueryClient(), account, tokens(usdt('5')), run());
  const second = await chain.client.getTransactionCount({ address: account });
  expect(second).toBe(2);
  const { transactions } = await chain.client.getBlock({ includeTransactions: true });
  const known = entries().flatMap(({ sent }) => sent.map(({ hash }) => hash));
  expect(known).toContain(transactions[0]?.hash);
});

test('WAL-9 a payment that was answered late belongs to its own entry, not to an earlier one that was never sent', async () => {
  let times = 0;
  const config: Config = await connect({
    eth_sendTransaction: async ([asked]) => {
      times += 1;
      if (times === 1) throw new RpcFailure(-32603, 'Internal JSON-RPC error.');
      const hash = await publish(asked);
      // The wallet answers after the block, and the watcher has looked for the first one meanwhile.
      const [first] = entries();
      if (first) await trackEntry(config, first.id);
      return hash;
    },
  });
  const queries = new QueryClient();
  const first = await sendPlan(config, queries, account, tokens(usdt('5')), run());
  const named = first && 'id' in first ? [first.id] : [];
  const second = await sendPlan(config, queries, account, tokens(usdt('5')), run(named));
  if (!second || !('id' in second)) throw new Error('not sent');
  await trackEntry(config, second.id);
  expect(entries().find(({ id }) => id === second.id)).toMatchObject({ status: 'confirmed' });
});

test.each(['tokens', 'coins'] as const)(
  'a payment of %s is found, although a reorganization gave it a nonce that was used when the wallet was asked',
  async (what) => {
    const state = await chain.client.snapshot();
    await publish({ from: account, to: account, value: '0x0' });
    const config = await connect({
      eth_sendTransaction: async ([asked]) => {
        await chain.client.revert({ id: state });
        await chain.client.mine({ blocks: 2 });
        return publish(asked);
      },
    });
    const plan = what === 'tokens' ? tokens(usdt('5')) : coins(parseEther('1'));
    const sent = await sendPlan(config, new QueryClient(), account, plan, run());
    if (!sent || !('id' in sent)) throw new Error('not sent');
    await trackEntry(config, sent.id);
    expect(entries()).toMatchObject([{ status: 'confirmed', sent: [{ nonce: 0 }] }]);
  },
);

test('WAL-9 a replacement in the wallet that pays another amount is not called one that moved no tokens', async () => {
  await chain.client.setAutomine(false);
  const config = await connect({ eth_sendTransaction: ([asked]) => publish(asked) });
  const sent = await sendPlan(config, new QueryClient(), account, tokens(usdt('5')), run());
  if (!sent || !('id' in sent)) throw new Error(`not sent: ${JSON.stringify(sent)}`);
  await trackEntry(config, sent.id);
  await publish({
    ...{ from: account, to: chain.addresses.tUsdt, data: transfer(usdt('4')), nonce: '0x0' },
    ...{
      maxFeePerGas: `0x${parseGwei('50').toString(16)}`,
      maxPriorityFeePerGas: `0x${parseGwei('20').toString(16)}`,
    },
  });
  await chain.client.mine({ blocks: 1 });
  await trackEntry(config, sent.id);
  const [entry] = entries();
  expect(entry).not.toMatchObject({ status: 'failed', reason: 'cancelled' });
});

test('WAL-9 two operations of a smart account in one transaction are both found', async () => {
  // Safe's bulk execution: one transaction, two events with the hashes that the wallet answered.
  const hashes = [`0x${'a1'.repeat(32)}`, `0x${'a2'.repeat(32)}`] as const;
  let times = 0;
  const config = await connect({ eth_sendTransaction: () => hashes[times++] });
  const queries = new QueryClient();
  for (const amount of ['1', '2'])
    await sendPlan(config, queries, account, coins(parseEther(amount)), run(entries().map(({ id }) => id)));
  // ExecutionSuccess(bytes32,uint256) for each, and the two payments, by code at the account's address.
  const topic = '442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e';
  const say = (hash: Hash) => `7f${hash.slice(2)}5f52${'5f602052'}7f${topic}60405fa1`;
  const payTo = (value: bigint) =>
    `5f5f5f5f67${value.toString(16).padStart(16, '0')}73${recipient.slice(2)}5af150`;
  const code =
    `0x${say(hashes[0])}${payTo(parseEther('1'))}${say(hashes[1])}${payTo(parseEther('2'))}00` as const;
  await chain.client.setCode({ address: account, bytecode: code });
  const before = await chain.client.getBalance({ address: recipient });
  await chain.client.waitForTransactionReceipt({
    hash: await chain.client.sendTransaction({ to: account, data: '0x1234', gas: 500_000n }),
  });
  expect((await chain.client.getBalance({ address: recipient })) - before).toBe(parseEther('3'));
  for (const { id } of entries()) await trackEntry(config, id);
  expect(entries()).toMatchObject([{ status: 'confirmed' }, { status: 'confirmed' }]);
});

/** A node that refuses to search logs with an HTTP status, as free nodes do. */
async function startWithoutLogs() {
  const server = createServer((incoming, response) => {
    const relay = async () => {
      const body = await text(incoming);
      if (body.includes('eth_getLogs')) {
        response.writeHead(403).end('upgrade your plan');
        return;
      }
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(chain.rpcUrl, { method: 'POST', headers, body });
      response.writeHead(answer.status, headers).end(await answer.text());
    };
    relay().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
const seenThrough = (rpcUrl: string): OwnChain => ({
  ...chain,
  lists: { ...chain.lists, chains: chain.lists.chains.map((entry) => ({ ...entry, rpcUrl })) },
});

test('WAL-9 a plain payment without an answer is found by its nonce, although the node searches no logs', async () => {
  const node = await startWithoutLogs();
  const config = await connect(
    {
      eth_sendTransaction: async ([asked]) => {
        await publish(asked);
        throw new RpcFailure(-32603, 'Internal JSON-RPC error.');
      },
    },
    seenThrough(node.url),
  );
  const sent = await sendPlan(config, new QueryClient(), account, coins(parseEther('1')), run());
  if (!sent || !('id' in sent)) throw new Error('not sent');
  await trackEntry(config, sent.id);
  node.stop();
  expect(entries()).toMatchObject([{ status: 'confirmed' }]);
});

test('WAL-9 a payment that the wallet called rejected is not asked for again while the node cannot be searched', async () => {
  const node = await startWithoutLogs();
  let times = 0;
  const config = await connect(
    {
      eth_sendTransaction: async ([asked]) => {
        times += 1;
        await publish(asked);
        throw new RpcFailure(4001, 'User rejected the request.');
      },
    },
    seenThrough(node.url),
  );
  const before = await chain.client.getBalance({ address: recipient });
  await sendPlan(config, new QueryClient(), account, coins(parseEther('1')), run());
  useUnreachableChains.setState({ chainIds: [] });
  await sendPlan(config, new QueryClient(), account, coins(parseEther('1')), run());
  node.stop();
  expect(times).toBe(1);
  expect((await chain.client.getBalance({ address: recipient })) - before).toBe(parseEther('1'));
});
