import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, isAddressEqual } from 'viem';
import { simulateBlocks } from 'viem/actions';
import type { Config } from 'wagmi';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_DECIMALS, NATIVE_TOKEN } from '@/lib/evm/address';
import { blockAbi } from '@/lib/wallet/swap/abi';
import { readChainTime } from '@/lib/wallet/swap/arithmetic';
import { listedAddress, listedToken } from '@/lib/wallet/tokens/listed-token';
import { addedToken, balanceKey, contractName, isKnownToken, type SigningContext } from './context';
import { type Finding, found } from './finding';
import { factOf, type Group } from './reading';
import { effectsOfLogs, type SimulatedEffects } from './simulated-effects';
import { addressesOf, type TransactionRequest } from './transaction';

/** Where a balance is held: in the account, in the vault contract, or as a stake in the staking pool. */
type Holder = 'wallet' | 'vault' | 'card' | 'stake';
/** A balance to watch. The native currency has the address NATIVE_TOKEN. */
export type Holding = { holder: Holder; token: Address; to: Address; data: Hex };
/** Base units before and after the transaction. */
export type BalanceChange = { holder: Holder; token: Address; before: bigint; after: bigint };

/** A call that is simulated before the transaction. */
export type PriorCall = { to: Address; data: Hex; value?: bigint };

/**
 * Maximum number of tokens to compare balances of. In the review of a DApp's request, the simulation's events cover
 * all others.
 */
const MAX_WATCHED = 12;

/**
 * Returns the balances of listed and added tokens that a transaction may change: tokens that it mentions or its contract
 * transfers and, if `isUnknown`, all other tokens of the chain, because the call may move any of them.
 */
export function holdingsOf(
  to: Address,
  groups: readonly Group[],
  context: SigningContext,
  isUnknown = false,
): readonly Holding[] {
  const { account, chainId, coins, contracts, platformTokens } = context;
  const multicall = contracts.find((entry) => entry.chainId === chainId && entry.name === 'multicall');
  const others = isUnknown
    ? coins.flatMap(({ tokens }) =>
        tokens.flatMap((token) => (token.chainId === chainId ? listedAddress(token.address) : [])),
      )
    : [];
  const named = [
    NATIVE_TOKEN,
    ...(platformTokens.get(to) ?? []),
    ...addressesOf(groups, account),
    to,
    ...others,
  ];
  const tokens = [...new Set(named)]
    .filter((token) => token === NATIVE_TOKEN || isKnownToken(context, token))
    .slice(0, MAX_WATCHED);
  const name = contractName(context, to);
  const inWallet = tokens.flatMap((token): Holding[] => {
    if (token !== NATIVE_TOKEN) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] });
      return [{ holder: 'wallet', token, to: token, data }];
    }
    if (!multicall) return [];
    const data = encodeFunctionData({ abi: blockAbi, functionName: 'getEthBalance', args: [account] });
    return [{ holder: 'wallet', token, to: getAddress(multicall.address), data }];
  });
  if (name === 'vault_contract') {
    const inVault = tokens.map((token): Holding => {
      const data = encodeFunctionData({ abi: vaultAbi, functionName: 'balanceOf', args: [account, token] });
      return { holder: 'vault', token, to, data };
    });
    return [...inWallet, ...inVault];
  }
  if (name === 'card_contract') {
    const forCards = tokens.map((token): Holding => {
      const data = encodeFunctionData({
        abi: cardAccountAbi,
        functionName: 'spendable',
        args: [account, token],
      });
      return { holder: 'card', token, to, data };
    });
    return [...inWallet, ...forCards];
  }
  const [staked] = platformTokens.get(to) ?? [];
  if (name !== 'staking_contract' || staked === undefined) return inWallet;
  const data = encodeFunctionData({ abi: stakingPoolAbi, functionName: 'stakeOf', args: [account] });
  return [...inWallet, { holder: 'stake', token: staked, to, data }];
}

const amountOf = (data: Hex | undefined): bigint | null =>
  data === undefined || data.length !== 66 ? null : BigInt(data);

/**
 * Balances that a transaction changes, the number of balances compared, its effects on any token, and the gas used by
 * it and the calls before it.
 */
type Simulation = {
  changes: readonly BalanceChange[];
  /** The account's wallet balances before the transaction, and after the calls before it. See `balanceKey`. */
  balances: ReadonlyMap<string, bigint>;
  compared: number;
  effects: SimulatedEffects;
  gas: bigint;
};

/**
 * Simulates a transaction on the latest state (eth_simulateV1), without a network fee, after the calls in `prior` (such
 * as an approval). Returns null if the transaction fails. @throws if the node can't be reached or doesn't support
 * simulations.
 */
export async function simulateChanges(
  config: Config,
  { account, chainId }: SigningContext,
  { to, value, data }: TransactionRequest & { to: Address },
  holdings: readonly Holding[],
  prior: readonly PriorCall[] = [],
): Promise<Simulation | null> {
  const reads = holdings.map((holding) => ({ account, to: holding.to, data: holding.data }));
  // A block's time must be later than the time of the previous block.
  const time = (await readChainTime(config, chainId)) + 1n;
  const before = prior.map((call) => ({ account, ...call }));
  const [block] = await simulateBlocks(config.getClient({ chainId }), {
    blocks: [
      { blockOverrides: { time }, calls: [...before, ...reads, { account, to, value, data }, ...reads] },
    ],
  });
  const results = block?.calls ?? [];
  const [first, second] = [prior.length, prior.length + reads.length + 1];
  const last = results[second - 1];
  if (last?.status !== 'success') return null;
  const compared = holdings.flatMap(({ holder, token }, index) => {
    const before = amountOf(results[first + index]?.data);
    const after = amountOf(results[second + index]?.data);
    return before === null || after === null ? [] : [{ holder, token, before, after }];
  });
  const gas = [...results.slice(0, first), last].reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
  const changes = compared.filter(({ before, after }) => before !== after);
  const balances = new Map(
    compared.flatMap(({ holder, token, before }) =>
      holder === 'wallet' ? [[balanceKey({ token, owner: account }), before] as const] : [],
    ),
  );
  const effects = effectsOfLogs(last.logs ?? [], account);
  return { changes, balances, compared: compared.length, effects, gas };
}

/** One line of the preview: the amount sent or received, and the affected balance. */
export type ChangeLine = {
  isLeaving: boolean;
  holder: Holder;
  /** Without a coin, a token is one that the user added, whose symbol anyone can choose, or the native currency. */
  token: { symbol: string; decimals: number; coinId: number | null; address: Address };
  /** Base units, or null if the request doesn't specify the amount and it was not simulated. */
  amount: bigint | null;
  balance: { before: bigint; after: bigint } | null;
};

function tokenAt(context: SigningContext, address: Address): ChangeLine['token'] | null {
  const { coins, chainId, nativeSymbol: symbol } = context;
  const listed = listedToken(coins, chainId, address);
  if (listed) return listed;
  if (address === NATIVE_TOKEN) return { symbol, decimals: NATIVE_DECIMALS, coinId: null, address };
  const added = addedToken(context, address);
  return added && { symbol: added.symbol, decimals: added.decimals, coinId: null, address };
}

/** Returns the preview lines that follow from the request alone, without balances. */
function askedLines(groups: readonly Group[], context: SigningContext): ChangeLine[] {
  return groups.flatMap((group): ChangeLine[] => {
    const [token, to] = (['token', 'to'] as const).map((label) => factOf(group, label));
    const amount = factOf(group, 'amount') ?? factOf(group, 'minimum');
    const isLeaving = group.title === 'leaves';
    const isArriving =
      group.title === 'moves' && to?.kind === 'address' && isAddressEqual(to.address, context.account);
    if ((!isLeaving && !isArriving) || factOf(group, 'tokenId')) return [];
    if (token && token.kind !== 'address') return [];
    const known = tokenAt(context, token?.kind === 'address' ? token.address : NATIVE_TOKEN);
    if (!known) return [];
    // The contract may keep a fee, so the exact amount is unknown.
    const isExact = amount?.kind === 'amount' && factOf(group, 'fee') === undefined;
    return [
      { isLeaving, holder: 'wallet', token: known, amount: isExact ? amount.raw : null, balance: null },
    ];
  });
}

/**
 * Returns the preview lines: the simulated changes or, without a simulation, the transfers that the request specifies.
 */
export function changeLines(
  changes: readonly BalanceChange[] | null,
  groups: readonly Group[],
  context: SigningContext,
): readonly ChangeLine[] {
  if (changes === null) return askedLines(groups, context);
  const lines = changes.flatMap(({ holder, token, before, after }): ChangeLine[] => {
    const known = tokenAt(context, token);
    const isLeaving = after < before;
    const amount = isLeaving ? before - after : after - before;
    return known ? [{ isLeaving, holder, token: known, amount, balance: { before, after } }] : [];
  });
  return [...lines.filter(({ isLeaving }) => isLeaving), ...lines.filter(({ isLeaving }) => !isLeaving)];
}

/** Returns what the swaps in a request guarantee: an amount of an asset in base units, for a recipient. */
const guarantees = (groups: readonly Group[]): { asset: Address; minimum: bigint; to: Address }[] =>
  groups.flatMap((group) => {
    const [minimum, token, to] = (['minimum', 'token', 'to'] as const).map((label) => factOf(group, label));
    if (minimum?.kind !== 'amount' || to?.kind !== 'address') return [];
    const asset = token?.kind === 'address' ? token.address : NATIVE_TOKEN;
    return [{ asset, minimum: minimum.raw, to: to.address }];
  });

/** Returns whether a simulation compared the account's balance of each asset that the swaps in a request buy. */
export const isBoughtCompared = (
  groups: readonly Group[],
  { account }: Pick<SigningContext, 'account'>,
  balances: ReadonlyMap<string, bigint>,
): boolean =>
  guarantees(groups).every(({ asset }) => balances.has(balanceKey({ token: asset, owner: account })));

/** A minimum below the first part (in percent) of what arrives is a danger, and one below the second a caution. */
const [LOW_PERCENT, LOOSE_PERCENT] = [80n, 95n];

/**
 * Compares what the swaps in a request guarantee with what arrives in the simulation. Others could trade first and take
 * the difference. Of several swaps for the same token, the least minimum counts, because the others may fail. A minimum
 * that isn't compared is a caution.
 */
export function minimumFindings(
  changes: readonly BalanceChange[],
  groups: readonly Group[],
  context: SigningContext,
): Finding[] {
  const minimums = new Map<Address, bigint>();
  const arrived = new Map(
    changes.flatMap(({ holder, token, before, after }) =>
      holder === 'wallet' ? [[token, after - before] as const] : [],
    ),
  );
  let isCompared = true;
  for (const { asset, minimum, to } of guarantees(groups)) {
    if (!isAddressEqual(to, context.account) || !arrived.has(asset)) {
      isCompared = false;
      continue;
    }
    const least = minimums.get(asset);
    minimums.set(asset, least === undefined || minimum < least ? minimum : least);
  }
  const isBelow = (percent: bigint) =>
    [...minimums].some(([asset, minimum]) => minimum * 100n < (arrived.get(asset) ?? 0n) * percent);
  return [
    ...(isBelow(LOW_PERCENT) ? [found('lowMinimum')] : isBelow(LOOSE_PERCENT) ? [found('looseMinimum')] : []),
    ...(isCompared ? [] : [found('minimumNotCompared')]),
  ];
}
