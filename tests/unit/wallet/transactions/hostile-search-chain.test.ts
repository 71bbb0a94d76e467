import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { encodeFunctionData, erc20Abi, type Hash, parseEther, parseGwei, toHex } from 'viem';
import type { Config } from 'wagmi';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { RpcFailure } from '../../../support/chain-plans';
import { type OwnChain, startOwnChain } from '../../../support/own-chain';
import { entries, lookForAll, Payer, recipient, usdt } from '../../../support/payer';
import { until } from '../../../support/until';
import { sendTo } from '../../../support/wallet-tokens';

let chain: OwnChain;
let payer: Payer;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(async () => {
  payer = new Payer(chain);
  await payer.start();
});
afterEach(() => chain.client.setAutomine(true));
afterAll(() => chain.stop());

const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] });
/** Fees and a nonce that replace the account's first transaction. */
const inItsPlace = {
  nonce: '0x0',
  ...{ maxFeePerGas: toHex(parseGwei('50')), maxPriorityFeePerGas: toHex(parseGwei('20')) },
};

test('WAL-9 the same payment made elsewhere, mined before the wallet is asked, is not taken for this one', async () => {
  // From another device, in the latest block.
  await sendTo(chain.client, chain.addresses.tUsdt, 'transfer', [recipient, usdt('5')], payer.address);
  await until(
    async () => (await chain.client.getTransactionCount({ address: payer.address })) === 1,
    'the node shows the block in which the payment was mined',
  );
  const statuses: unknown[] = [];
  const config: Config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      await lookForAll(config);
      statuses.push(entries().at(-1)?.status);
      return payer.publish(asked);
    },
  });
  await payer.press(config, payer.tokens(usdt('5')));
  const own = await chain.client.getTransactionCount({ address: payer.address });
  expect(own).toBe(2);
  expect(statuses).toEqual(['pending']);
});

test('WAL-9 an answered hash is kept, although the same payment made elsewhere decided the entry before', async () => {
  const config: Config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      // The user pays the same from another device while the wallet's request is open.
      await sendTo(chain.client, chain.addresses.tUsdt, 'transfer', [recipient, usdt('5')], payer.address);
      await lookForAll(config);
      return payer.publish(asked);
    },
  });
  await payer.press(config, payer.tokens(usdt('5')));
  const second = await chain.client.getTransactionCount({ address: payer.address });
  expect(second).toBe(2);
  const { transactions } = await chain.client.getBlock({ includeTransactions: true });
  const known = entries().flatMap(({ sent }) => sent.map(({ hash }) => hash));
  expect(known).toContain(transactions[0]?.hash);
});

test('WAL-9 a payment that was answered late belongs to its own entry, not to an earlier one that was never sent', async () => {
  let times = 0;
  const config: Config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      times += 1;
      if (times === 1) throw new RpcFailure(-32603, 'Internal JSON-RPC error.');
      const hash = await payer.publish(asked);
      // The wallet answers after the block, and the watcher has looked for the first one meanwhile.
      const [first] = entries();
      if (first) await trackEntry(config, first.id);
      return hash;
    },
  });
  const first = await payer.send(config, payer.tokens(usdt('5')));
  const second = await payer.send(config, payer.tokens(usdt('5')), [first]);
  await trackEntry(config, second);
  expect(entries().find(({ id }) => id === second)).toMatchObject({ status: 'confirmed' });
});

test.each(['tokens', 'coins'] as const)(
  'a payment of %s is found, although a reorganization gave it a nonce that was used when the wallet was asked',
  async (what) => {
    const state = await chain.client.snapshot();
    await payer.publish({ to: payer.address, value: '0x0' });
    const config = await payer.connect({
      eth_sendTransaction: async ([asked]) => {
        await chain.client.revert({ id: state });
        await chain.client.mine({ blocks: 2 });
        return payer.publish(asked);
      },
    });
    const plan = what === 'tokens' ? payer.tokens(usdt('5')) : payer.coins(parseEther('1'));
    await trackEntry(config, await payer.send(config, plan));
    expect(entries()).toMatchObject([{ status: 'confirmed', sent: [{ nonce: 0 }] }]);
  },
);

test('WAL-9 a replacement in the wallet that pays another amount is not called one that moved no tokens', async () => {
  await chain.client.setAutomine(false);
  const config = await payer.connect({ eth_sendTransaction: ([asked]) => payer.publish(asked) });
  const id = await payer.send(config, payer.tokens(usdt('5')));
  await trackEntry(config, id);
  await payer.publish({ to: chain.addresses.tUsdt, data: transfer(usdt('4')), ...inItsPlace });
  await chain.client.mine({ blocks: 1 });
  await trackEntry(config, id);
  const [entry] = entries();
  expect(entry).not.toMatchObject({ status: 'failed', reason: 'cancelled' });
});

test('WAL-9 a replacement in the wallet that pays another amount of native currency is not called one that moved none', async () => {
  await chain.client.setAutomine(false);
  const config = await payer.connect({ eth_sendTransaction: ([asked]) => payer.publish(asked) });
  const id = await payer.send(config, payer.coins(parseEther('1')));
  await trackEntry(config, id);
  const hash = await payer.publish({ to: recipient, value: toHex(parseEther('0.4')), ...inItsPlace });
  await chain.client.mine({ blocks: 1 });
  await trackEntry(config, id);
  expect(entries()).toMatchObject([{ status: 'confirmed', hash, isAltered: true }]);
});

test.each(['tokens', 'coins'] as const)(
  'WAL-9 a pending transaction from elsewhere, whose hash the wallet returns for a payment of %s, does not end it',
  async (what) => {
    await chain.client.setAutomine(false);
    // From another device. It pays somebody else.
    const other = await payer.publish({ to: payer.address, value: '0x1' });
    let held: unknown;
    const config = await payer.connect({
      eth_sendTransaction: ([asked]) => {
        held = asked;
        return other;
      },
    });
    const plan = what === 'tokens' ? payer.tokens(usdt('5')) : payer.coins(parseEther('1'));
    const id = await payer.send(config, plan);
    await lookForAll(config);
    await chain.client.mine({ blocks: 1 });
    await lookForAll(config);
    expect(entries()).toMatchObject([{ id, status: 'pending' }]);
    const hash = await payer.publish(held);
    await chain.client.mine({ blocks: 1 });
    await lookForAll(config);
    expect(entries()).toMatchObject([{ id, status: 'confirmed', hash }]);
    expect(entries()[0]?.isAltered).toBeUndefined();
  },
);

test('WAL-9 the same payment that was pending elsewhere is not taken for one that the wallet never sent', async () => {
  await chain.client.setAutomine(false);
  await payer.publish({ to: recipient, value: toHex(parseEther('1')) });
  const config = await payer.connect({ eth_sendTransaction: () => null });
  await payer.send(config, payer.coins(parseEther('1')));
  await chain.client.mine({ blocks: 1 });
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'pending', sent: [] }]);
});

test('WAL-9 a payment by a contract account without events is found by its balance, whatever hash its wallet returns', async () => {
  // This code pays the recipient 1 ETH in every call.
  const value = parseEther('1').toString(16).padStart(16, '0');
  const code = `0x5f5f5f5f67${value}73${recipient.slice(2)}5af100` as const;
  await chain.client.setCode({ address: payer.address, bytecode: code });
  const before = await payer.received();
  const hashes: Hash[] = [];
  const config = await payer.connect({
    eth_sendTransaction: async () => {
      await chain.client.mine({ blocks: 3 });
      hashes.push(await chain.client.sendTransaction({ to: payer.address, data: '0x1234', gas: 500_000n }));
      await chain.client.mine({ blocks: 5 });
      return `0x${'9'.repeat(64)}`;
    },
  });
  await payer.send(config, payer.coins(parseEther('1')));
  await until(async () => (await payer.received()) === before + parseEther('1'), 'the payment on chain');
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'confirmed', hash: hashes[0] }]);
  expect(entries()[0]?.isAltered).toBeUndefined();
});

test('WAL-9 a payment that another tab has just begun is named before the wallet is asked', async () => {
  const config = await payer.connect({ eth_sendTransaction: () => null });
  await payer.send(config, payer.coins(parseEther('1')));
  // This tab hasn't heard of it yet.
  useLedger.setState({ entries: [] });
  expect(await payer.press(config, payer.coins(parseEther('1')))).toEqual({ problem: 'sentBefore' });
});

test('WAL-9 a payment that another tab begins during the simulation is named before the wallet is asked', async () => {
  let requests = 0;
  let stored: string | null = null;
  const config = await payer.connect({
    eth_chainId: () => {
      // The wallet is asked for its chain after everything else was checked.
      if (stored !== null) localStorage.setItem('tidewell.transactions', stored);
      return toHex(chain.id);
    },
    eth_sendTransaction: () => {
      requests += 1;
      return null;
    },
  });
  await payer.send(config, payer.coins(parseEther('1')));
  const begun = localStorage.getItem('tidewell.transactions');
  localStorage.removeItem('tidewell.transactions');
  useLedger.setState({ entries: [] });
  stored = begun;
  expect(await payer.press(config, payer.coins(parseEther('1')))).toEqual({ problem: 'sentBefore' });
  expect(requests).toBe(1);
});

test('WAL-9 two operations of a smart account in one transaction are both found', async () => {
  // Safe's bulk execution: one transaction, two events with the hashes that the wallet answered.
  const hashes = [`0x${'a1'.repeat(32)}`, `0x${'a2'.repeat(32)}`] as const;
  let times = 0;
  const config = await payer.connect({ eth_sendTransaction: () => hashes[times++] });
  for (const amount of ['1', '2'])
    await payer.press(
      config,
      payer.coins(parseEther(amount)),
      entries().map(({ id }) => id),
    );
  // ExecutionSuccess(bytes32,uint256) for each, and the two payments, by code at the account's address.
  const topic = '442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e';
  const say = (hash: Hash) => `7f${hash.slice(2)}5f52${'5f602052'}7f${topic}60405fa1`;
  const payTo = (value: bigint) =>
    `5f5f5f5f67${value.toString(16).padStart(16, '0')}73${recipient.slice(2)}5af150`;
  const code =
    `0x${say(hashes[0])}${payTo(parseEther('1'))}${say(hashes[1])}${payTo(parseEther('2'))}00` as const;
  await chain.client.setCode({ address: payer.address, bytecode: code });
  const before = await payer.received();
  await chain.client.waitForTransactionReceipt({
    hash: await chain.client.sendTransaction({ to: payer.address, data: '0x1234', gas: 500_000n }),
  });
  expect((await payer.received()) - before).toBe(parseEther('3'));
  await lookForAll(config);
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
  const config = await payer.connect(
    {
      eth_sendTransaction: async ([asked]) => {
        await payer.publish(asked);
        throw new RpcFailure(-32603, 'Internal JSON-RPC error.');
      },
    },
    seenThrough(node.url),
  );
  await trackEntry(config, await payer.send(config, payer.coins(parseEther('1'))));
  node.stop();
  expect(entries()).toMatchObject([{ status: 'confirmed' }]);
});

test('WAL-9 a payment that the wallet called rejected is not asked for again while the node cannot be searched', async () => {
  const node = await startWithoutLogs();
  let times = 0;
  const config = await payer.connect(
    {
      eth_sendTransaction: async ([asked]) => {
        times += 1;
        await payer.publish(asked);
        throw new RpcFailure(4001, 'User rejected the request.');
      },
    },
    seenThrough(node.url),
  );
  const before = await payer.received();
  await payer.press(config, payer.coins(parseEther('1')));
  useUnreachableChains.setState({ chainIds: [] });
  await payer.press(config, payer.coins(parseEther('1')));
  node.stop();
  expect(times).toBe(1);
  expect((await payer.received()) - before).toBe(parseEther('1'));
});
