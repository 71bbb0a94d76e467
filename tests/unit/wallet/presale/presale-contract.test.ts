/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Address, parseEther } from 'viem';
import { type Config, createConfig } from 'wagmi';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { followPresale, tokensBought, vestedAt } from '@/lib/wallet/presale/presale-arithmetic';
import { readPresale, readPresaleTerms } from '@/lib/wallet/presale/use-presales';
import { startChains, stopLeftChains } from '@/scripts/launcher/chains/anvil';
import { anvilHttp, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { deployLocal } from '@/scripts/launcher/chains/deploy';
import { localChainsFile } from '@/scripts/launcher/chains/local-chains-file';
import { chainPlans } from '../../../support/chain-plans';
import { chainClient, findContract } from '../../../support/e2e-site';
import { contributeOnChain, deployPresale } from '../../../support/presale';

const CHAIN = 31337;
const owner = demoAccount(1).address;
const sale = {
  ...{ chainId: CHAIN, payment: 'tUSDT', price: '0.07', softCap: '100', hardCap: '1000', walletCap: '300' },
  ...{ cliff: 3_600n, vesting: 86_400n, opensIn: 600n, closesIn: 4_200n },
};

let dir: string;
let config: Config;
let client: ReturnType<typeof chainClient>;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-presale-'));
  const [chain] = await startChains(dir, { plans: [chainPlans[0]] });
  if (!chain) throw new Error('no chain');
  const contracts = await deployLocal(chain.client);
  const file = localChainsFile([{ ...chain, contracts }], 'http://127.0.0.1:3000');
  await writeFile(path.join(dir, 'chains.json'), JSON.stringify(file));
  client = chainClient(CHAIN, dir);
  const listed = {
    ...chain.client.chain,
    contracts: { multicall3: { address: contracts.multicall } },
  };
  config = createConfig({
    chains: [listed],
    transports: { [CHAIN]: anvilHttp(chain.rpcUrl) },
    storage: null,
  });
});
afterAll(async () => {
  await stopLeftChains(dir);
  await rm(dir, { recursive: true, force: true });
});

/** Reads the sale at a given time, and returns it with the values that the page displays at that second. */
async function readAt(presale: Address, timestamp?: bigint) {
  if (timestamp !== undefined) await client.setNextBlockTimestamp({ timestamp });
  await client.mine({ blocks: 1 });
  const place = { chainId: CHAIN, address: presale, multicall: findContract('multicall', CHAIN, dir) };
  const terms = await readPresaleTerms(config, place);
  const read = await readPresale(config, place, terms, owner);
  return { terms, read, live: followPresale(null, read, terms, read.receivedAt) };
}

const saleAt = (address: Address) => ({ address, abi: presaleAbi }) as const;
/** Returns the amount that the contract lets the owner claim at a given time. */
async function claimableAt(presale: Address, time: bigint) {
  const args = [owner, time] as const;
  const vested = await client.readContract({ ...saleAt(presale), functionName: 'vestedAt', args });
  const claimed = await client.readContract({ ...saleAt(presale), functionName: 'claimedBy', args: [owner] });
  return vested - claimed;
}

test('WAL-7 every stage of a successful sale matches the contract, to the last base unit', async () => {
  const presale = await deployPresale(sale, dir);
  const upcoming = await readAt(presale);
  expect(upcoming.live.stage).toBe('upcoming');
  const { start, end } = upcoming.read;
  expect((await readAt(presale, start)).live.stage).toBe('open');

  for (const amount of ['100.000001', '0.000003', '33.333333']) {
    const { terms, read } = await readAt(presale);
    const before = read.position?.contributed ?? 0n;
    await contributeOnChain(owner, { chainId: CHAIN, presale, payment: 'tUSDT', amount }, dir);
    const { read: after } = await readAt(presale);
    const paid = (after.position?.contributed ?? 0n) - before;
    expect((after.position?.bought ?? 0n) - (read.position?.bought ?? 0n)).toBe(
      tokensBought(terms, before, paid),
    );
    expect((read.position?.inWallet ?? 0n) - (after.position?.inWallet ?? 0n)).toBe(paid);
  }

  const closed = await readAt(presale, end);
  expect(closed.live.stage).toBe('succeeded');
  const { bought = 0n } = closed.read.position ?? {};
  const purchased = { ...saleAt(presale), functionName: 'purchasedBy', args: [owner] } as const;
  expect(bought).toBe(await client.readContract(purchased));
  for (const after of [0n, 1n, 3_599n, 3_600n, 3_601n, 40_000n, 86_399n, 86_400n, 10n ** 9n]) {
    const args = [owner, end + after] as const;
    expect(vestedAt({ bought, end, terms: closed.terms }, end + after)).toBe(
      await client.readContract({ ...saleAt(presale), functionName: 'vestedAt', args }),
    );
  }
  for (const after of [3_599n, 3_600n, 50_001n]) {
    const { live } = await readAt(presale, end + after);
    expect(live.claimable).toBe(await claimableAt(presale, live.now));
  }
  const claim = { ...saleAt(presale), functionName: 'claim', args: [owner] } as const;
  const hash = await client.writeContract({ account: owner, ...claim });
  await client.waitForTransactionReceipt({ hash });
  const { live, read } = await readAt(presale, end + 70_000n);
  expect(read.position?.claimed).toBeGreaterThan(0n);
  expect(live.claimable).toBe(await claimableAt(presale, live.now));
});

test('WAL-7 a sale ends on time even if no block is mined', async () => {
  const presale = await deployPresale({ ...sale, opensIn: -1n, closesIn: 100n }, dir);
  const { read, terms } = await readAt(presale);
  await client.increaseTime({ seconds: 200 });
  const place = { chainId: CHAIN, address: presale, multicall: findContract('multicall', CHAIN, dir) };
  const idle = await readPresale(config, place, terms, owner);
  expect([idle.stage, idle.at >= read.at + 200n]).toEqual(['open', true]);
  expect(followPresale(null, idle, terms, idle.receivedAt).stage).toBe('failed');
});

test('WAL-7 a native currency sale that misses its soft cap is read as failed, with the amount to refund', async () => {
  const presale = await deployPresale(
    { ...sale, payment: 'ETH', price: '0.001', softCap: '5', hardCap: '10', walletCap: '4', opensIn: -1n },
    dir,
  );
  await contributeOnChain(owner, { chainId: CHAIN, presale, payment: 'ETH', amount: '1.5' }, dir);
  const { read: open } = await readAt(presale);
  expect(open.position?.inWallet).toBe(await client.getBalance({ address: owner }));
  const { live } = await readAt(presale, open.end);
  expect([live.stage, live.claimable]).toEqual(['failed', 0n]);
  expect(live.read.position?.contributed).toBe(parseEther('1.5'));
  const args = [owner] as const;
  const hash = await client.writeContract({
    account: owner,
    address: presale,
    abi: presaleAbi,
    functionName: 'refund',
    args,
  });
  await client.waitForTransactionReceipt({ hash });
  expect((await readAt(presale)).read.position).toMatchObject({ contributed: 0n, bought: 0n });
});
