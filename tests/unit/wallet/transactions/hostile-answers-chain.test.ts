import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { QueryClient } from '@tanstack/react-query';
import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  keccak256,
  pad,
  parseEther,
  parseGwei,
  toHex,
} from 'viem';
import { entryPoint07Address } from 'viem/account-abstraction';
import { nftTransferPlan as nftPlan } from '@/components/wallet/nfts/nft-transfer-plan';
import { stakePlan } from '@/components/wallet/stake/stake-plan';
import { swapPlan } from '@/components/wallet/swap/swap-plan';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { operationEvents } from '@/lib/wallet/transactions/outcome';
import { planReplacement, sendReplacement } from '@/lib/wallet/transactions/replacement';
import { sendPlan } from '@/lib/wallet/transactions/send-plan';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import {
  hideInLedger,
  readDeclined,
  readLedger,
  useDeclined,
  useLedger,
} from '@/lib/wallet/transactions/transaction-ledger';
import { RpcFailure } from '../../../support/chain-plans';
import { startLimitedNode } from '../../../support/limited-node';
import { MisbehavingWallet } from '../../../support/misbehaving-wallet';
import { connectOwnChain, type OwnChain, startOwnChain } from '../../../support/own-chain';
import { entries, lookForAll, Payer, recipient, usdt } from '../../../support/payer';
import { until } from '../../../support/until';
import { deployToken, sendTo } from '../../../support/wallet-tokens';

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

const one = parseEther('1');
const fees = (gwei: string) => ({
  maxFeePerGas: toHex(parseGwei(gwei)),
  maxPriorityFeePerGas: toHex(parseGwei('20')),
});
const mined = (hash: Hash) => chain.client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
const pool = () => ({ address: chain.addresses.staking, abi: stakingPoolAbi }) as const;
const tide = () => ({ coinId: 5, symbol: 'tTIDE', decimals: 18, address: chain.addresses.tTide });

test('WAL-9 an NFT transfer is not confirmed by the transfer of another token of the contract', async () => {
  const passes = await deployToken(
    chain.client,
    'OpenPasses',
    encodeAbiParameters([{ type: 'string' }], ['x']),
  );
  await sendTo(chain.client, passes, 'mint', [payer.address, 1n, 1n]);
  await sendTo(chain.client, passes, 'mint', [payer.address, 2n, 1n]);
  const plan = (tokenId: bigint) =>
    nftPlan({
      nft: { chainId: chain.id, contract: passes, tokenId, standard: 'erc1155' } as never,
      ...{ label: `Pass #${tokenId}`, account: payer.address, recipient, amount: 1n },
    });
  let times = 0;
  const config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      times += 1;
      // The first one is closed in the wallet, which doesn't say so.
      if (times > 1) await payer.publish(asked);
      return null;
    },
  });
  const first = await payer.send(config, plan(1n));
  await payer.send(config, plan(2n), [first]);
  await until(
    async () => (await chain.client.getTransactionCount({ address: payer.address })) === 1,
    'the transfer',
  );
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id: first, status: 'pending' }, { status: 'confirmed' }]);
});

test('WAL-9 leaving the pool is not confirmed by a smaller unstaking from another device', async () => {
  await sendTo(chain.client, chain.addresses.tTide, 'transfer', [payer.address, parseEther('10')]);
  await sendTo(
    chain.client,
    chain.addresses.tTide,
    'approve',
    [chain.addresses.staking, parseEther('10')],
    payer.address,
  );
  const act = async (functionName: 'stake' | 'unstake', amount: string) =>
    mined(
      await chain.client.writeContract({
        ...pool(),
        functionName,
        args: functionName === 'stake' ? [parseEther(amount)] : [parseEther(amount), payer.address],
        account: payer.address,
        gas: 900_000n,
      } as never),
    );
  await act('stake', '10');
  const config = await payer.connect({ eth_sendTransaction: () => null });
  await payer.send(
    config,
    stakePlan({
      ...{ action: 'exit', chainId: chain.id, pool: chain.addresses.staking, account: payer.address },
      ...{ token: tide(), amount: parseEther('10') },
    }),
  );
  await act('unstake', '1');
  await lookForAll(config);
  expect(await chain.client.readContract({ ...pool(), functionName: 'stakeOf', args: [payer.address] })).toBe(
    parseEther('9'),
  );
  expect(entries()).toMatchObject([{ status: 'pending' }]);
});

test('WAL-9 a payment that took the nonce of a dropped transaction, and was called rejected, is not asked for again unnamed', async () => {
  await chain.client.setAutomine(false);
  let asked = 0;
  const hashes: Hash[] = [];
  const config = await payer.connect({
    wallet_getCapabilities: () => ({}),
    eth_sendTransaction: async ([transaction]) => {
      asked += 1;
      hashes.push(await payer.publish(transaction));
      if (asked > 1) throw new RpcFailure(4001, 'User rejected the request.');
      return hashes[0];
    },
  });
  const { tUsdt, vault } = chain.addresses;
  const approval = await payer.send(config, {
    chainId: chain.id,
    intent: {
      ...{ kind: 'approve', coinId: 2, amountRaw: '5', decimals: 6, symbol: 'tUSDT' },
      ...{ spender: vault, token: tUsdt },
    },
    call: { address: tUsdt, abi: erc20Abi, functionName: 'approve', args: [vault, 5n] },
  });
  await trackEntry(config, approval);
  expect(entries()).toMatchObject([{ sent: [{ nonce: 0 }] }]);
  // The network drops it, because its fee is too low.
  await chain.client.dropTransaction({ hash: hashes[0] ?? '0x' });
  const before = await payer.received();
  expect(await payer.press(config, payer.coins(one))).toEqual({ problem: 'rejected' });
  await payer.press(config, payer.coins(one));
  await chain.client.mine({ blocks: 1 });
  await until(async () => (await payer.received()) > before, 'a payment');
  expect([asked, (await payer.received()) - before]).toEqual([2, one]);
});

/** Connects a wallet with its own key, which has 10 ETH and sends a payment of 1 ETH that stays pending. */
async function stuckPayment() {
  await chain.client.setAutomine(false);
  const wallet = new MisbehavingWallet(chain.id, chain.rpcUrl);
  await chain.client.setBalance({ address: wallet.address, value: parseEther('10') });
  const config = await connectOwnChain(chain, wallet.address, undefined, undefined, wallet.methods);
  const before = await payer.received();
  const sent = await sendPlan(config, new QueryClient(), wallet.address, payer.coins(one), {
    ...{ signal: new AbortController().signal, named: [] },
    ...{ onStep: () => undefined, onRecorded: () => undefined },
  });
  await lookForAll(config);
  const [entry] = entries();
  if (!entry || !sent || !('id' in sent)) throw new Error('not sent');
  return { wallet, config, entry, arrived: async () => (await payer.received()) - before };
}

test.each(['does not answer', 'says that it was rejected'])(
  'WAL-16 a second payment by a wallet that ignores the nonce of a replacement, and %s, is found',
  async (what) => {
    const { wallet, config, entry, arrived } = await stuckPayment();
    const plan = await planReplacement(config, entry, 'speedUp');
    if (!plan) throw new Error('no plan');
    wallet.behavior = async (own, asked) => {
      await own.publish(asked, { nonce: await own.nextNonce() });
      if (what === 'does not answer') return new Promise(() => undefined);
      throw new RpcFailure(4001, 'User rejected the request.');
    };
    void sendReplacement(config, entry, plan, new AbortController().signal).catch(() => undefined);
    await until(async () => wallet.published.length === 2, 'the second transaction');
    await chain.client.mine({ blocks: 1 });
    await until(async () => (await arrived()) === 2n * one, 'both payments on chain');
    await lookForAll(config);
    for (const { id } of readDeclined()) await trackEntry(config, id);
    expect(entries()).toMatchObject([
      { id: entry.id, status: 'confirmed' },
      { replacesId: entry.id, status: 'confirmed' },
    ]);
  },
);

test('WAL-16 a cancellation by which the wallet paid the recipient is not called one that moved no tokens', async () => {
  const { wallet, config, entry, arrived } = await stuckPayment();
  const plan = await planReplacement(config, entry, 'cancel');
  if (!plan) throw new Error('no plan');
  wallet.behavior = (own, asked) =>
    own.publish({ ...asked, gas: '0xf4240' }, { to: recipient, value: parseEther('0.9') });
  await sendReplacement(config, entry, plan, new AbortController().signal);
  await chain.client.mine({ blocks: 1 });
  await until(async () => (await arrived()) > 0n, 'a payment');
  await lookForAll(config);
  expect(await arrived()).toBe(parseEther('0.9'));
  expect(entries()[0]?.reason).not.toBe('cancelled');
});

/** A node that traces transactions, and one that doesn't, so that only balances show what code paid. */
const tracing = [
  ['with traces', true],
  ['without traces', false],
] as const;
const nodeThat = (canTrace: boolean) =>
  startLimitedNode(chain, 10_000n, ({ method }) => !canTrace && method === 'debug_traceTransaction');

test.each(tracing)(
  'WAL-9 a payment that the wallet replaced by a call of the account itself is not called one that moved no tokens, %s',
  async (_, canTrace) => {
    const node = await nodeThat(canTrace);
    // An account with code (EIP-7702) that pays the recipient 1 ETH if it is called with data.
    const value = one.toString(16).padStart(16, '0');
    await chain.client.setCode({
      address: payer.address,
      bytecode: `0x5f5f5f5f67${value}73${recipient.slice(2)}5af100`,
    });
    await chain.client.setAutomine(false);
    const before = await payer.received();
    const config = await payer.connect({ eth_sendTransaction: ([asked]) => payer.publish(asked) }, node.seen);
    await payer.send(config, payer.coins(one));
    await lookForAll(config);
    expect(entries()).toMatchObject([{ sent: [{ nonce: 0 }] }]);
    await payer.publish({ to: payer.address, data: '0x12345678', nonce: '0x0', ...fees('50') });
    await chain.client.mine({ blocks: 1 });
    await until(async () => (await payer.received()) - before === one, 'the payment');
    await lookForAll(config);
    node.stop();
    expect(entries()).toMatchObject([{ status: 'confirmed' }]);
  },
);

test('WAL-9 a payment that is mined after ten other transactions of the account is found', async () => {
  let held: unknown;
  const config = await payer.connect({
    eth_sendTransaction: ([asked]) => {
      held = asked;
      throw new RpcFailure(-32603, 'Internal JSON-RPC error.');
    },
  });
  const id = await payer.send(config, payer.coins(one));
  for (let count = 0; count < 10; count += 1)
    await mined(await payer.publish({ to: payer.address, value: '0x1' }));
  const hash = await payer.publish(held);
  await mined(hash);
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'confirmed', hash }]);
});

test('WAL-9 a payment is found after the wallet returned the hash of what another site asked for', async () => {
  let held: unknown;
  const config = await payer.connect({
    eth_sendTransaction: ([asked]) => {
      held = asked;
      // Both requests are open in the wallet, which mixes up its answers.
      return payer.publish({ to: pad('0xabcd', { size: 20 }), value: '0x7' });
    },
  });
  const id = await payer.send(config, payer.coins(one));
  await until(
    async () => (await chain.client.getTransactionCount({ address: payer.address })) === 1,
    'the other one',
  );
  await lookForAll(config);
  const hash = await payer.publish(held);
  await mined(hash);
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'confirmed', hash }]);
});

/** Code of a contract that emits an event of ERC-4337's entry point for whoever calls it. */
const reports = (operation: Hash, isSuccess: boolean): Hex => {
  const topics = encodeEventTopics({
    abi: operationEvents,
    args: { userOpHash: operation, sender: payer.address, paymaster: pad('0x0', { size: 20 }) },
  } as never) as Hex[];
  const words = [1n, isSuccess ? 1n : 0n, 2n, 3n];
  const stored = words
    .map(
      (word, index) =>
        `60${word.toString(16).padStart(2, '0')}60${(index * 32).toString(16).padStart(2, '0')}52`,
    )
    .join('');
  return `0x${stored}${topics
    .toReversed()
    .map((topic) => `7f${topic.slice(2)}`)
    .join('')}60805fa400`;
};

test('WAL-9 an operation that failed, in a bundle that the wallet named, is shown and doesn’t end a payment', async () => {
  await chain.client.setCode({ address: payer.address, bytecode: '0x00' });
  await chain.client.setCode({ address: entryPoint07Address, bytecode: reports(keccak256('0x01'), false) });
  const config = await payer.connect({
    eth_sendTransaction: () =>
      chain.client.sendTransaction({ to: entryPoint07Address, data: '0x1fad948c', gas: 200_000n }),
  });
  const id = await payer.send(config, payer.tokens(usdt('5')));
  const [entry] = entries();
  const receipt = await mined(entry?.hash ?? '0x');
  expect(receipt.logs).toHaveLength(1);
  await lookForAll(config);
  // It may be that of another site.
  expect(entries()).toMatchObject([{ id, status: 'pending', note: 'reverted' }]);
});

test('WAL-9 a stake by a smart account whose operation staked nothing is not reported as staked', async () => {
  const operation = keccak256('0x02');
  await sendTo(chain.client, chain.addresses.tTide, 'transfer', [payer.address, parseEther('10')]);
  await sendTo(
    chain.client,
    chain.addresses.tTide,
    'approve',
    [chain.addresses.staking, parseEther('10')],
    payer.address,
  );
  await chain.client.setCode({ address: payer.address, bytecode: '0x00' });
  await chain.client.setCode({ address: entryPoint07Address, bytecode: reports(operation, true) });
  const config = await payer.connect({
    wallet_getCapabilities: () => ({}),
    eth_sendTransaction: async () => {
      await chain.client.sendTransaction({ to: entryPoint07Address, data: '0x1fad948c', gas: 200_000n });
      return operation;
    },
  });
  await payer.send(
    config,
    stakePlan({
      ...{ action: 'stake', chainId: chain.id, pool: chain.addresses.staking, account: payer.address },
      ...{ token: tide(), amount: parseEther('4') },
    }),
  );
  await chain.client.mine({ blocks: 1 });
  await lookForAll(config);
  const [entry] = entries();
  expect(entry?.status === 'confirmed' && !entry.isAltered).toBe(false);
});

const swap = (sold: 'ETH' | 'tUSDT') => {
  const { router, weth, multicall, tUsdt } = chain.addresses;
  const coin = { coinId: 1, symbol: 'ETH', decimals: 18, address: NATIVE_TOKEN };
  const token = { coinId: 2, symbol: 'tUSDT', decimals: 6, address: tUsdt };
  return swapPlan({
    place: { chainId: chain.id, router, multicall },
    terms: { factory: router, wrapped: weth, feePpb: 3_000_000n },
    ...(sold === 'ETH'
      ? { sold: coin, bought: token, amount: one, path: [weth, tUsdt] }
      : { sold: token, bought: coin, amount: usdt('10'), path: [tUsdt, weth] }),
    ...{ minimum: 1n, account: payer.address, deadline: 2n ** 40n },
  } as never);
};

test('WAL-9 a swap whose amount the wallet lowered is not confirmed as the requested one', async () => {
  const config = await payer.connect({
    eth_sendTransaction: ([asked]) => payer.publish(asked, { value: toHex(parseEther('0.5')) }),
  });
  await payer.send(config, swap('ETH'));
  await mined(entries()[0]?.hash ?? '0x');
  await lookForAll(config);
  const [entry] = entries();
  expect(entry).toMatchObject({ status: 'confirmed', isAltered: true });
});

test('WAL-9 a swap is not confirmed by what a stranger received in a transaction whose hash the wallet returned', async () => {
  const { weth, tUsdt, router } = chain.addresses;
  await sendTo(chain.client, tUsdt, 'approve', [router, usdt('10')], payer.address);
  const abi = [
    { type: 'function', name: 'deposit', inputs: [], outputs: [], stateMutability: 'payable' },
    {
      type: 'function',
      name: 'withdraw',
      inputs: [{ name: 'wad', type: 'uint256' }],
      outputs: [],
      stateMutability: 'nonpayable',
    },
  ] as const;
  await mined(await chain.client.writeContract({ address: weth, abi, functionName: 'deposit', value: one }));
  const config = await payer.connect({
    wallet_getCapabilities: () => ({}),
    eth_sendTransaction: () =>
      chain.client.sendTransaction({
        to: weth,
        data: encodeFunctionData({ abi, functionName: 'withdraw', args: [one] }),
        gas: 200_000n,
      }),
  });
  await payer.send(config, swap('tUSDT'));
  await mined(entries()[0]?.hash ?? '0x');
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'pending' }]);
});

test('WAL-9 a hidden payment that was never sent is not confirmed by a later one that has left the ledger', async () => {
  let times = 0;
  const config = await payer.connect({
    eth_sendTransaction: ([asked]) => {
      times += 1;
      return times === 1 ? null : payer.publish(asked);
    },
  });
  const never = await payer.send(config, payer.tokens(usdt('5')));
  hideInLedger(never);
  const id = await payer.send(config, payer.tokens(usdt('5')), [never]);
  await mined(entries()[0]?.hash ?? '0x');
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'confirmed' }]);
  // Fifty other transactions follow, and all of them are final.
  const [{ block: _, ...final }] = entries() as [ReturnType<typeof entries>[0]];
  const others = Array.from({ length: 50 }, (_, index) => {
    const other = pad(toHex(index + 1), { size: 32 });
    return { ...final, id: other, hash: other, sent: [{ hash: other, kind: 'call', at: 1 }] };
  });
  localStorage.setItem('tidewell.transactions', JSON.stringify([final, ...others]));
  useLedger.setState({ entries: readLedger() });
  await payer.press(config, payer.tokens(usdt('6')), [never]);
  await trackEntry(config, never);
  expect(entries().find((entry) => entry.id === never)?.status).not.toBe('confirmed');
});

test('WAL-9 a hidden payment is not forgotten because the wallet declined many others', async () => {
  let held: unknown;
  const config = await payer.connect({
    eth_sendTransaction: ([asked]) => {
      if (held) throw new RpcFailure(4001, 'User rejected the request.');
      held = asked;
      return null;
    },
  });
  const id = await payer.send(config, payer.coins(one));
  hideInLedger(id);
  for (let count = 0; count < 50; count += 1) await payer.press(config, payer.coins(BigInt(count + 1)), [id]);
  expect(useDeclined.getState().entries.some((entry) => entry.id === id)).toBe(true);
  expect(await payer.press(config, payer.coins(one))).toEqual({ problem: 'sentBefore' });
}, 60_000);

test('WAL-9 a payment that could not be stored is not asked for again unnamed after a reload', async () => {
  let asked = 0;
  const config = await payer.connect({
    eth_sendTransaction: async ([transaction]) => {
      asked += 1;
      await payer.publish(transaction);
      return null;
    },
  });
  const before = await payer.received();
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await payer.press(config, payer.coins(one));
  full.mockRestore();
  // The page is loaded again.
  useLedger.setState({ entries: [] });
  await payer.press(config, payer.coins(one));
  await chain.client.mine({ blocks: 1 });
  expect([asked <= 1, (await payer.received()) - before <= one]).toEqual([true, true]);
});

test.each(tracing)(
  'WAL-9 a call of the account itself is no payment because somebody else paid the recipient in its block, %s',
  async (_, canTrace) => {
    const node = await nodeThat(canTrace);
    // An account with code (EIP-7702), which pays a third person 2 ETH if it is called with data: another site's request.
    const value = parseEther('2').toString(16).padStart(16, '0');
    await chain.client.setCode({
      address: payer.address,
      bytecode: `0x5f5f5f5f67${value}73${'ab'.repeat(20)}5af100`,
    });
    await chain.client.setAutomine(false);
    const config = await payer.connect({ eth_sendTransaction: () => null }, node.seen);
    await payer.send(config, payer.coins(one));
    await payer.publish({ to: payer.address, data: '0x12345678' });
    await chain.client.sendTransaction({ to: recipient, value: one, gas: 100_000n });
    await chain.client.mine({ blocks: 1 });
    await lookForAll(config);
    node.stop();
    expect(entries()).toMatchObject([{ status: 'pending' }]);
  },
);

// The last one: requests to its node that are still on their way make the chain unreachable once the node has stopped.
test('WAL-9 a payment that the user changed in the wallet is decided, although the node searches no logs', async () => {
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
  const rpcUrl = `http://127.0.0.1:${address.port}`;
  const seen = {
    ...chain,
    lists: { ...chain.lists, chains: chain.lists.chains.map((entry) => ({ ...entry, rpcUrl })) },
  };
  const config = await payer.connect(
    { eth_sendTransaction: ([asked]) => payer.publish(asked, { value: toHex(parseEther('0.4')) }) },
    seen,
  );
  await payer.send(config, payer.coins(one));
  const [entry] = entries();
  await mined(entry?.hash ?? '0x');
  await lookForAll(config);
  server.closeAllConnections();
  server.close();
  expect(entries()).toMatchObject([{ status: 'confirmed', isAltered: true }]);
});
