import { type Address, parseEther, parseUnits, zeroAddress } from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { AnvilClient } from './anvil-client';
import { approve, mined } from './create2';
import type { LocalContracts } from './platform-contracts';

const DAY_S = 86_400;
const SALE_DAYS = 30;
/** Rewards of 80,000 per year on a stake of one million result in an APR of 8%. */
const STAKE = parseEther('1000000');
const YEARLY_REWARDS = parseEther('80000');
const PLEDGE_RESERVE = parseUnits('500000', 6);
const pledgeTerms = [
  { days: 30, rateBps: 100, penaltyBps: 200 },
  { days: 90, rateBps: 400, penaltyBps: 300 },
  { days: 180, rateBps: 1_000, penaltyBps: 500 },
];

/** Withdrawal terms that together cover percentage fees, flat fees, minimums and maximums. */
const withdrawalTerms = ({ tUsdt, tDai }: LocalContracts) => [
  {
    token: zeroAddress,
    terms: { feeBps: 10, flatFee: 0n, minAmount: parseEther('0.01'), maxAmount: parseEther('1000') },
  },
  {
    token: tUsdt,
    terms: {
      feeBps: 10,
      flatFee: parseUnits('0.5', 6),
      minAmount: parseUnits('5', 6),
      maxAmount: parseUnits('100000', 6),
    },
  },
  {
    token: tDai,
    terms: { feeBps: 10, flatFee: parseEther('0.5'), minAmount: parseEther('5'), maxAmount: 0n },
  },
];

/** Sets the withdrawal terms once. Later changes are kept. */
async function setWithdrawalTerms(client: AnvilClient, contracts: LocalContracts): Promise<void> {
  const vault = { address: contracts.vault, abi: vaultAbi } as const;
  for (const { token, terms } of withdrawalTerms(contracts)) {
    const set = await client.readContract({ ...vault, functionName: 'withdrawalTerms', args: [token] });
    if (set.feeBps > 0 || set.flatFee + set.minAmount + set.maxAmount > 0n) continue;
    const args = [token, terms] as const;
    await mined(client, await client.writeContract({ ...vault, functionName: 'setWithdrawalTerms', args }));
  }
}

/** Funds staking rewards. The deployer also stakes, so that the APR is realistic. */
async function fundStaking(client: AnvilClient, staking: Address, token: Address): Promise<void> {
  const pool = { address: staking, abi: stakingPoolAbi } as const;
  if ((await client.readContract({ ...pool, functionName: 'totalStaked' })) === 0n) {
    await approve(client, token, staking, STAKE);
    await mined(client, await client.writeContract({ ...pool, functionName: 'stake', args: [STAKE] }));
  }
  if ((await client.readContract({ ...pool, functionName: 'funded' })) > 0n) return;
  await approve(client, token, staking, YEARLY_REWARDS);
  const args = [YEARLY_REWARDS, BigInt(365 * DAY_S)] as const;
  await mined(client, await client.writeContract({ ...pool, functionName: 'fund', args }));
}

/** Schedules the presale to open immediately, according to the chain's clock. */
async function openPresale(client: AnvilClient, presale: Address, token: Address): Promise<void> {
  const sale = { address: presale, abi: presaleAbi } as const;
  if ((await client.readContract({ ...sale, functionName: 'end' })) > 0n) return;
  await approve(client, token, presale, await client.readContract({ ...sale, functionName: 'inventory' }));
  const { timestamp: start } = await client.getBlock();
  const args = [start, start + BigInt(SALE_DAYS * DAY_S)] as const;
  await mined(client, await client.writeContract({ ...sale, functionName: 'schedule', args }));
}

async function offerPledges(client: AnvilClient, pledge: Address, token: Address): Promise<void> {
  const pledges = { address: pledge, abi: pledgeAbi } as const;
  const offered = await client.readContract({ ...pledges, functionName: 'terms' });
  for (const { days, rateBps, penaltyBps } of pledgeTerms.slice(offered.length)) {
    const args = [token, days * DAY_S, rateBps, penaltyBps] as const;
    await mined(client, await client.writeContract({ ...pledges, functionName: 'addTerm', args }));
  }
  const reserve = ['freeReserve', 'committed'] as const;
  const [free, committed] = await Promise.all(
    reserve.map((functionName) => client.readContract({ ...pledges, functionName, args: [token] })),
  );
  if (free !== 0n || committed !== 0n) return;
  await approve(client, token, pledge, PLEDGE_RESERVE);
  const args = [token, PLEDGE_RESERVE] as const;
  await mined(client, await client.writeContract({ ...pledges, functionName: 'fundReserve', args }));
}

/** Funds and opens staking, the presale and pledges, and sets the vault's withdrawal terms, each only once. */
export async function fundPlatform(client: AnvilClient, contracts: LocalContracts): Promise<void> {
  const { staking, presale, pledge, tTide, tUsdt } = contracts;
  await fundStaking(client, staking, tTide);
  await openPresale(client, presale, tTide);
  await offerPledges(client, pledge, tUsdt);
  await setWithdrawalTerms(client, contracts);
}
