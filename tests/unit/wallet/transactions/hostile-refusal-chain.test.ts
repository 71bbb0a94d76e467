import { type Address, erc20Abi, type Hash } from 'viem';
import type { Config } from 'wagmi';
import { swapPlan } from '@/components/wallet/swap/swap-plan';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { RpcFailure } from '../../../support/chain-plans';
import { type OwnChain, startOwnChain } from '../../../support/own-chain';
import { entries, lookForAll, Payer, recipient, usdt } from '../../../support/payer';
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
afterAll(() => chain.stop());

const balance = (address: Address, owner: Address) =>
  chain.client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });

test('WAL-9 a payment that is confirmed before the wallet says "rejected" stays confirmed, and is not paid again unnamed', async () => {
  const before = await balance(chain.addresses.tUsdt, recipient);
  const config: Config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      await payer.publish(asked);
      // The page's own watcher looks while the wallet's request is open.
      const open = entries().at(-1);
      if (open) await trackEntry(config, open.id);
      throw new RpcFailure(4001, 'User rejected the request.');
    },
  });
  await payer.press(config, payer.tokens(usdt('3')));
  expect(await balance(chain.addresses.tUsdt, recipient)).toBe(before + usdt('3'));
  expect(entries()).toMatchObject([{ status: 'confirmed' }]);
});

test('WAL-9 a payment that is pending, although the wallet called it rejected, is not asked for again unnamed', async () => {
  await chain.client.setAutomine(false);
  const before = await balance(chain.addresses.tUsdt, recipient);
  let requests = 0;
  const config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      requests += 1;
      await payer.publish(asked);
      throw new RpcFailure(4001, 'User rejected the request.');
    },
  });
  expect(await payer.press(config, payer.tokens(usdt('3')))).toEqual({ problem: 'rejected' });
  const id = await payer.send(config, payer.tokens(usdt('3')));
  expect([requests, entries()]).toMatchObject([1, [{ id, status: 'pending', hash: null }]]);
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'confirmed' }]);
  expect(await balance(chain.addresses.tUsdt, recipient)).toBe(before + usdt('3'));
});

test('WAL-9 a payment that took the nonce of a dropped transaction, and was called rejected, is not asked for again unnamed', async () => {
  await chain.client.setAutomine(false);
  const hashes: Hash[] = [];
  const config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      hashes.push(await payer.publish(asked));
      if (hashes.length > 1) throw new RpcFailure(4001, 'User rejected the request.');
      return hashes[0];
    },
  });
  await payer.send(config, payer.tokens(usdt('4')));
  await lookForAll(config);
  expect(entries()).toMatchObject([{ sent: [{ nonce: 0 }] }]);
  // The network drops it, because its fee is too low.
  await chain.client.dropTransaction({ hash: hashes[0] ?? '0x' });
  expect(await payer.press(config, payer.coins(1n))).toEqual({ problem: 'rejected' });
  await payer.send(config, payer.coins(1n));
  expect(hashes).toHaveLength(2);
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
  await lookForAll(config);
  expect(entries().map(({ status }) => status)).toEqual(['failed', 'confirmed']);
});

test('WAL-9 a payment that the wallet rejected is asked for again, although another one of the page is pending', async () => {
  await chain.client.setAutomine(false);
  const answers = [new RpcFailure(4001, 'User rejected the request.'), null, null];
  const config = await payer.connect({
    eth_sendTransaction: ([asked]) => {
      const error = answers.shift();
      if (error) throw error;
      return payer.publish(asked);
    },
  });
  expect(await payer.press(config, payer.tokens(usdt('3')))).toEqual({ problem: 'rejected' });
  const other = await payer.send(config, payer.tokens(usdt('4')));
  await lookForAll(config);
  const again = await payer.send(config, payer.tokens(usdt('3')));
  expect(entries()).toMatchObject([{ id: other }, { id: again }]);
  await chain.client.setAutomine(true);
});

test('WAL-9 a swap that the wallet sent and called rejected is not asked for again unnamed', async () => {
  const { router, weth, multicall, tUsdt } = chain.addresses;
  await sendTo(chain.client, tUsdt, 'approve', [router, usdt('20')], payer.address);
  const listed = (symbol: string, decimals: number, address: Address) => ({
    ...{ coinId: 2, symbol, decimals, address },
  });
  // Each review has a deadline of its own.
  const plan = (deadline: bigint) =>
    swapPlan({
      place: { chainId: chain.id, router, multicall },
      terms: { factory: router, wrapped: weth, feePpb: 3_000_000n },
      sold: listed('tUSDT', 6, tUsdt),
      bought: listed('WETH', 18, weth),
      ...{ amount: usdt('10'), minimum: 1n, path: [tUsdt, weth], account: payer.address, deadline },
    });
  const asked: unknown[] = [];
  const config = await payer.connect({
    eth_sendTransaction: async ([transaction]) => {
      asked.push(transaction);
      await payer.publish(transaction);
      throw new RpcFailure(4001, 'User rejected the request.');
    },
  });
  const before = await balance(tUsdt, payer.address);
  await payer.press(config, plan(2n ** 40n));
  await payer.press(config, plan(2n ** 40n + 60n));
  expect(asked).toHaveLength(1);
  expect(before - (await balance(tUsdt, payer.address))).toBe(usdt('10'));
});
