import {
  type Abi,
  AbiDecodingZeroDataError,
  type Address,
  BaseError,
  type Client,
  ContractFunctionZeroDataError,
  erc20Abi,
} from 'viem';
import { getBalance } from 'viem/actions';
import { pledgeAbi } from '../abi/pledge';
import { presaleAbi } from '../abi/presale';
import { stakingPoolAbi } from '../abi/staking-pool';
import { vaultAbi } from '../abi/vault';
import { inSlices } from '../in-slices';
import { NATIVE_TOKEN } from '../native-token';
import { pledgeStatuses } from '../pledge-arithmetic';
import { presaleStages } from '../presale-arithmetic';
import { type Call, readMany } from '../read-many';
import type { HeldPart, HoldingPlace, HoldingSources } from './holdings';

/** Pledges that are asked for at a time: what a node gives without trouble. */
const PAGE = 100n;
/** Answers that are gone through at a time. */
const SLICE = 1_000;

type Result = { result?: unknown; error?: unknown };
/** A call, and what its answer says is held. */
type Ask = { calls: readonly Call[]; read: (answers: readonly unknown[]) => Held[] };
type Held = { token: Address; place: HoldingPlace; amount: bigint };

export type HoldingsRead = {
  parts: HeldPart[];
  /** Whether something could not be read, and so is not in the parts. */
  isIncomplete: boolean;
};

/** Whether a contract gave no answer because it was not there at that block: nothing was held in it then. */
const isAbsent = (error: unknown) =>
  error instanceof BaseError &&
  error.walk(
    (cause) => cause instanceof AbiDecodingZeroDataError || cause instanceof ContractFunctionZeroDataError,
  ) !== null;

const amountOf = (answer: unknown) => (typeof answer === 'bigint' ? answer : 0n);

/** One amount by one call. */
const single = (call: Call, token: Address, place: HoldingPlace): Ask => ({
  calls: [call],
  read: ([answer]) => [{ token, place, amount: amountOf(answer) }],
});

type Position = { token: Address; amount: bigint; status: number };

const pledgePage = (address: Address, account: Address, start: bigint): Ask => ({
  calls: [{ address, abi: pledgeAbi, functionName: 'positionsOf', args: [account, start, PAGE] }],
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
      // Until it is certain that tokens come, what was paid can still come back.
      presaleStages[Number(stage ?? 0)] === 'succeeded'
        ? { token: saleToken, place: 'presale', amount: amountOf(bought) - amountOf(claimed) }
        : { token: paymentToken, place: 'presale', amount: amountOf(contributed) },
    ],
  };
}

function asksOf({ account, tokens, vault, pool, presale, pledges }: HoldingSources): Ask[] {
  const args = [account];
  const listed = [...tokens.values()];
  return [
    ...listed
      .filter(({ address }) => address !== NATIVE_TOKEN)
      .map(({ address }) =>
        single({ address, abi: erc20Abi, functionName: 'balanceOf', args }, address, 'wallet'),
      ),
    ...(vault
      ? listed
          .filter(({ coinId }) => coinId !== null)
          .map(({ address }) =>
            single(
              { address: vault, abi: vaultAbi, functionName: 'balanceOf', args: [account, address] },
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

/** The pledges after the first hundred. */
async function furtherPledges(
  ask: (calls: readonly Call[]) => Promise<Result[]>,
  { pledges, account }: HoldingSources,
): Promise<{ asks: Ask[]; answers: Result[] }> {
  if (!pledges) return { asks: [], answers: [] };
  const count = { address: pledges, abi: pledgeAbi as Abi, functionName: 'positionCount', args: [account] };
  const [counted] = await ask([count]);
  const pages = Math.max(Math.ceil(Number(amountOf(counted?.result)) / Number(PAGE)) - 1, 0);
  const asks = Array.from({ length: pages }, (_, page) =>
    pledgePage(pledges, account, BigInt(page + 1) * PAGE),
  );
  return { asks, answers: await ask(asks.flatMap(({ calls }) => calls)) };
}

/**
 * Everything the account has on a chain, in its wallet and in the platform's contracts: now, or as it was at a block,
 * which a node tells that keeps the states of then.
 * @throws where the chain's own coin cannot be read: the node does not answer, or has forgotten.
 */
export async function readHoldings(
  client: Client,
  sources: HoldingSources,
  blockNumber?: bigint,
): Promise<HoldingsRead> {
  const { chainId, account, tokens } = sources;
  const at = blockNumber === undefined ? {} : { blockNumber };
  const ask = (calls: readonly Call[]): Promise<Result[]> => readMany(client, calls, at);
  const asks = asksOf(sources);
  const [native, first, further] = await Promise.all([
    tokens.has(NATIVE_TOKEN) ? getBalance(client, { address: account, ...at }) : 0n,
    ask(asks.flatMap(({ calls }) => calls)),
    furtherPledges(ask, sources),
  ]);
  const answers = [...first, ...further.answers];
  let next = 0;
  const heldBy = ({ calls, read }: Ask): Held[] => {
    const own = answers.slice(next, next + calls.length);
    next += calls.length;
    if (own.some(({ error }) => error !== undefined && !isAbsent(error))) return [];
    return read(own.map(({ result }) => result)).filter(({ amount }) => amount > 0n);
  };
  const held = await inSlices([...asks, ...further.asks], SLICE, (slice) => slice.flatMap(heldBy));
  const sums = new Map<string, Held>();
  for (const part of [{ token: NATIVE_TOKEN, place: 'wallet' as const, amount: native }, ...held]) {
    const key = `${part.place} ${part.token}`;
    sums.set(key, { ...part, amount: part.amount + (sums.get(key)?.amount ?? 0n) });
  }
  return {
    parts: [...sums.values()].flatMap(({ token: address, place, amount }): HeldPart[] => {
      const token = tokens.get(address);
      return token && amount > 0n ? [{ chainId, token, place, amount }] : [];
    }),
    isIncomplete: answers.some(({ error }) => error !== undefined && !isAbsent(error)),
  };
}
