import { type Abi, type Address, erc20Abi, stringify } from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { type Call, withoutChecksum } from '@/lib/evm/multicall-slice';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { pledgeStatuses } from '@/lib/wallet/pledge/pledge-arithmetic';
import { presaleStages } from '@/lib/wallet/presale/presale-arithmetic';
import type { HoldingSources } from './holding-sources';
import type { HoldingLocation } from './holdings';

export const PLEDGES_PAGE = 100n;

/** Contract calls, and a function that converts their results into holdings. */
export type Ask = { calls: readonly Call[]; read: (answers: readonly unknown[]) => Held[] };
export type Held = { token: Address; place: HoldingLocation; amount: bigint };

/** Returns the amount in a result, or 0n if the read failed. */
export const amountOf = (answer: unknown) => (typeof answer === 'bigint' ? answer : 0n);

/** Returns a request that reads one amount with one call. */
const single = (call: Call, token: Address, place: HoldingLocation): Ask => ({
  calls: [call],
  read: ([answer]) => [{ token, place, amount: amountOf(answer) }],
});

type Position = { token: Address; amount: bigint; status: number };

/** Returns the request for a page of pledges that starts at index `start`. */
export const pledgePage = (address: Address, account: Address, start: bigint): Ask => ({
  calls: [{ address, abi: pledgeAbi, functionName: 'positionsOf', args: [account, start, PLEDGES_PAGE] }],
  read: ([answer]) =>
    (Array.isArray(answer) ? (answer as Position[]) : [])
      .filter(({ status }) => pledgeStatuses[status] === 'active')
      .map(({ token, amount }) => ({ token, place: 'pledged', amount })),
});

function presaleAsk(
  { address, saleToken, paymentToken }: NonNullable<HoldingSources['presale']>,
  account: Address,
): Ask {
  const call = (functionName: string, args: readonly unknown[] = [account]) => ({
    address,
    abi: presaleAbi as Abi,
    functionName,
    args,
  });
  return {
    calls: [call('stage', []), call('contributionOf'), call('purchasedBy'), call('claimedBy')],
    read: ([stage, contributed, bought, claimed]) => [
      // Until the sale succeeds, the contribution may be refunded.
      presaleStages[Number(stage ?? 0)] === 'succeeded'
        ? { token: saleToken, place: 'presale', amount: amountOf(bought) - amountOf(claimed) }
        : { token: paymentToken, place: 'presale', amount: amountOf(contributed) },
    ],
  };
}

const walletAsk = ({ address }: Pick<ActivityToken, 'address'>, account: Address): Ask =>
  single({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] }, address, 'wallet');

/** Returns the requests for tokens that the user added. They are read apart from the others, because they are untrusted. */
export const untrustedAsks = ({ account, tokens }: HoldingSources): Ask[] =>
  [...tokens.values()].filter(({ coinId }) => coinId === null).map((token) => walletAsk(token, account));

function asksOf({ account, tokens, vault, pool, presale, pledges }: HoldingSources): Ask[] {
  const args = [account];
  const listed = [...tokens.values()].filter(({ coinId }) => coinId !== null);
  return [
    ...listed.filter(({ address }) => address !== NATIVE_TOKEN).map((token) => walletAsk(token, account)),
    ...(vault
      ? listed.map(({ address }) =>
          single(
            {
              address: vault,
              abi: vaultAbi,
              functionName: 'balanceOf',
              args: [account, withoutChecksum(address)],
            },
            address,
            'vault',
          ),
        )
      : []),
    ...(pool
      ? [
          single(
            { address: pool.address, abi: stakingPoolAbi, functionName: 'stakeOf', args },
            pool.staking,
            'staked',
          ),
          single(
            { address: pool.address, abi: stakingPoolAbi, functionName: 'earned', args },
            pool.reward,
            'rewards',
          ),
        ]
      : []),
    ...(presale ? [presaleAsk(presale, account)] : []),
    ...(pledges ? [pledgePage(pledges, account, 0n)] : []),
  ];
}

type Asked = { asks: readonly Ask[]; calls: readonly Call[] };

const everAsked = new WeakMap<HoldingSources['tokens'], Map<string, Asked>>();

/** Returns the calls for the given sources. The calls are created once and reused for polling and history. */
export function asked(sources: HoldingSources): Asked {
  const { tokens, ...places } = sources;
  const known = everAsked.get(tokens) ?? new Map<string, Asked>();
  everAsked.set(tokens, known);
  const key = stringify(places);
  const before = known.get(key);
  if (before) return before;
  const asks = asksOf(sources);
  const made = { asks, calls: asks.flatMap(({ calls }) => calls) };
  known.set(key, made);
  return made;
}
