import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { withoutLocale } from '@/lib/i18n/routing';
import { type DisplayPrices, useDisplayPrices } from '@/lib/prices/use-display-prices';
import { routes } from '@/lib/routes';
import type { SpenderNature } from '@/lib/wallet/approvals/grants';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import { allowingHolders } from '@/lib/wallet/signing/allowance';
import {
  type BalanceChange,
  type ChangeLine,
  changeLines,
  holdingsOf,
  isBoughtCompared,
  minimumFindings,
  type PriorCall,
  simulateChanges,
} from '@/lib/wallet/signing/balance-changes';
import { describeTransaction, describeTypedData } from '@/lib/wallet/signing/clear-signing';
import { readBalances, readNatures, readTokens, type SigningContext } from '@/lib/wallet/signing/context';
import type { Description } from '@/lib/wallet/signing/describe-call';
import { ranked } from '@/lib/wallet/signing/finding';
import { readMessage } from '@/lib/wallet/signing/message';
import { type PledgeDetail, pledgeRows, readPledgeDetails } from '@/lib/wallet/signing/pledge-details';
import type { Group, Reading } from '@/lib/wallet/signing/reading';
import type { SignatureRequest } from '@/lib/wallet/signing/request';
import { withEffects } from '@/lib/wallet/signing/simulated-effects';
import { guaranteedChanges, hasSwap, swapValueFindings, unwrapped } from '@/lib/wallet/signing/swap-value';
import { addressesOf, contractsOf, readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { withUnderstanding } from '@/lib/wallet/signing/understood';
import { useCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import type { SimulationState } from './balance-changes';

/** Describes a request using its ERC-7730 descriptor. Returns null if its intent is unknown. */
function describeRequest(request: SignatureRequest, context: SigningContext): Description | null {
  switch (request.kind) {
    case 'message':
      return null;
    case 'typedData':
      return describeTypedData(request.typedData, context);
    case 'transaction':
      return describeTransaction(request.transaction, context);
  }
}

/** Decodes a request of any kind, and adds the warnings about it. */
export function readRequest(request: SignatureRequest, context: SigningContext): Reading {
  switch (request.kind) {
    case 'message':
      return readMessage(request.message, context);
    case 'typedData':
      return readTypedData(request.typedData, context);
    case 'transaction':
      return readTransaction(request.transaction, context);
  }
}

const nothing: ReadonlyMap<Address, SpenderNature> = new Map();
const noBalances: ReadonlyMap<string, bigint> = new Map();
const noTokens: ReadonlyMap<Address, readonly Address[]> = new Map();
const noPrices: ReadonlyMap<number, string> = new Map();

/**
 * React hook that returns the data for checking a request, except for the results of address lookups. `origin` is
 * that of the page that made the request, if it isn't this site.
 */
export function useSigningContext(
  { account, chainId }: { account: Address; chainId: number },
  origin?: string,
): {
  context: SigningContext;
  isListed: boolean;
} {
  const chains = useChainMapping();
  const coins = useCoins();
  const contracts = useContracts();
  const contacts = useContacts((state) => state.entries);
  const customTokens = useCustomTokens((state) => state.entries);
  const facts = useRecipientFacts(account);
  const [now] = useState(secondsNow);
  return {
    context: {
      ...facts,
      account,
      chainId,
      nativeSymbol: chains.data?.find(({ id }) => id === chainId)?.nativeSymbol ?? '',
      contacts,
      customTokens,
      natures: nothing,
      balances: noBalances,
      platformTokens: noTokens,
      networks: new Map(chains.data?.map(({ id, name }) => [id, name])),
      now,
      origin: origin ?? window.location.origin,
      isForeign: origin !== undefined,
      isMessagesPage: origin === undefined && withoutLocale(window.location.pathname) === routes.messages,
    },
    isListed: [chains, coins, contracts].every(({ data, error }) => Boolean(data ?? error)),
  };
}

/** A decoded request with its warnings and, if its intent is known, its description and balance changes. */
export type RequestReading = {
  reading: Reading;
  context: SigningContext;
  description: Description | null;
  lines: readonly ChangeLine[];
  simulation: SimulationState;
  /**
   * Number of balances that the simulation of a DApp's request compared. Null for the site's own requests, which name
   * every token that they move.
   */
  compared: number | null;
  /** Rows for the term or pledge that a call names by its ID, or why there are none. */
  pledge: readonly PledgeDetail[] | 'none' | 'failed';
  /**
   * Balances that a DApp's request with a swap changes: as simulated if everything that the swap buys was compared, and
   * otherwise as the swap guarantees. Empty during the simulation.
   */
  swapped: readonly BalanceChange[];
  /** Gas units that the simulation used, or null if there is no simulation. */
  gas: bigint | null;
  /** Whether all lookups and the simulation have finished. */
  isReady: boolean;
};

const secondsNow = () => BigInt(Math.floor(Date.now() / 1_000));

/** React hook that returns when a request was first shown, in seconds since the epoch. */
export function useRequestTime(id: number | string): bigint {
  const [shown, setShown] = useState(() => ({ id, now: secondsNow() }));
  if (shown.id === id) return shown.now;
  const next = { id, now: secondsNow() };
  setShown(next);
  return next.now;
}

/**
 * React hook that returns current prices by coin ID. Once `isFixed` is true, keeps each coin's first price until
 * another request is shown, so findings that the user has read don't change.
 */
function useFixedPrices(
  id: number | string,
  { priceOf, isLate, money: { currency } }: DisplayPrices,
  { coins, isFixed }: { coins: SigningContext['coins']; isFixed: boolean },
): ReadonlyMap<number, string> {
  const [fixed, setFixed] = useState({ id, currency, prices: noPrices });
  const isSame = fixed.id === id;
  // After a change of the display currency, keep the prices in the old one, because prices in different currencies
  // can't be compared.
  if (isSame && fixed.prices.size > 0 && fixed.currency !== currency) return fixed.prices;
  const before = isSame ? fixed.prices : noPrices;
  const added = coins.flatMap((coin) => {
    const price = before.has(coin.id) ? undefined : priceOf(coin.id);
    return price && !isLate(price) ? [[coin.id, price.price] as const] : [];
  });
  if (added.length === 0) return before;
  const prices = new Map([...before, ...added]);
  if (isFixed) setFixed({ id, currency, prices });
  return prices;
}

const noCalls: readonly PriorCall[] = [];
const noChanges: readonly BalanceChange[] = [];
const noSwaps: readonly (readonly BalanceChange[])[] = [];

/** Options of queries whose results the user agrees to. They stay until another request is shown. */
const onceShown = { retry: false, gcTime: 0, staleTime: 'static' } as const;

type ReadingOptions = {
  /** Calls that are simulated before the request. */
  prior?: readonly PriorCall[] | undefined;
  /** Balance changes of each swap in `prior`. */
  swappedBefore?: readonly (readonly BalanceChange[])[] | undefined;
  /** Origin of the page that made the request, if it isn't this site. Such a page's unknown calls are simulated, too. */
  origin?: string | undefined;
};

/** React hook that decodes a request. `id` distinguishes requests that have the same content. */
export function useReading(
  id: number | string,
  request: SignatureRequest,
  { prior = noCalls, swappedBefore = noSwaps, origin }: ReadingOptions = {},
): RequestReading {
  const { account, chainId } = request;
  const config = useConfig();
  const prices = useDisplayPrices();
  const { context: found, isListed } = useSigningContext(request, origin);
  // The component is reused for the next request, perhaps hours later.
  const listed = { ...found, now: useRequestTime(id) };
  const transaction = request.kind === 'transaction' ? request.transaction : null;
  const to = transaction?.to ?? null;
  // A request may call a contract by way of others, such as a Safe.
  const called = contractsOf(readRequest(request, listed).groups, listed);
  const tokens = useQuery({
    queryKey: ['platformTokens', id, chainId, called],
    queryFn: () => readTokens(config.getClient({ chainId }), called),
    ...onceShown,
  });
  const known = { ...listed, platformTokens: tokens.data ?? noTokens };
  const description = describeRequest(request, known);
  const isIndexed = description?.fields.some(({ label }) => label === 'term' || label === 'pledge') ?? false;
  const pledge = useQuery({
    queryKey: ['pledgeDetails', id, chainId, to],
    queryFn: () =>
      transaction && to ? readPledgeDetails(config.getClient({ chainId }), to, transaction.data) : null,
    enabled: isIndexed,
    ...onceShown,
  });
  const isUnknown = description === null;
  const isSimulated = (!isUnknown || origin !== undefined) && transaction !== null && to !== null;
  const changes = useQuery({
    queryKey: ['balanceChanges', id, chainId, account],
    queryFn: () =>
      isSimulated
        ? simulateChanges(
            config,
            known,
            { ...transaction, to },
            holdingsOf(to, readRequest(request, known).groups, known, isUnknown),
            prior,
          )
        : null,
    enabled: isSimulated && isListed && !tokens.isPending,
    ...onceShown,
  });
  const isRunning = isSimulated && changes.isPending;
  const fixedPrices = useFixedPrices(id, prices, { coins: known.coins, isFixed: isSimulated && !isRunning });
  // A node may return anything, and pools may change, but the router enforces the minimum.
  const wrapped = (to && known.platformTokens.get(to)) ?? [];
  const guaranteed = unwrapped(guaranteedChanges(description), wrapped, known);
  /** Returns the simulated changes, or null if what a swap buys wasn't compared. */
  const comparedChanges = (groups: readonly Group[]) =>
    changes.data && isBoughtCompared(groups, known, changes.data.balances) ? changes.data.changes : null;
  const read = (context: SigningContext): Reading => {
    const asked = readRequest(request, context);
    const hasEffects = origin !== undefined && isSimulated && !isRunning;
    if (!hasEffects) return asked;
    const { findings, groups } = withEffects(asked, changes.data?.effects ?? null, context);
    if (!hasSwap(asked.groups)) return { groups, findings };
    const minimums = changes.data ? minimumFindings(changes.data.changes, asked.groups, context) : [];
    const priceOf = (coinId: number) => fixedPrices.get(coinId) ?? null;
    const least =
      guaranteed.length === 0 ? [] : swapValueFindings([guaranteed], context, priceOf, 'guaranteed');
    const compared = comparedChanges(asked.groups);
    const swap = compared ?? guaranteed;
    // Several swaps can lose more together than each one alone.
    const values = [[swap], [...swappedBefore, swap]].flatMap((swaps) =>
      swapValueFindings(swaps, context, priceOf, compared ? 'arriving' : 'guaranteed'),
    );
    return { groups, findings: ranked([...minimums, ...least, ...values, ...findings]) };
  };
  const { groups } = read(listed);
  const addresses = addressesOf(groups, account);
  const holders = allowingHolders(groups, account);
  const natures = useQuery({
    queryKey: ['natures', chainId, addresses],
    queryFn: () => readNatures(config.getClient({ chainId }), addresses),
    retry: false,
  });
  const balances = useQuery({
    queryKey: ['allowingBalances', id, chainId, holders],
    queryFn: () => readBalances(config.getClient({ chainId }), holders),
    enabled: prior.length === 0,
    ...onceShown,
  });
  const context = {
    ...known,
    natures: natures.data ?? nothing,
    // The calls before this one may change the chain's balances.
    balances: (prior.length === 0 ? balances.data : changes.data?.balances) ?? noBalances,
  };
  const isReady =
    isListed &&
    !natures.isPending &&
    !(prior.length === 0 && balances.isPending) &&
    !tokens.isPending &&
    !isRunning &&
    !(origin !== undefined && prices.isWaiting) &&
    !pledge.isLoading;
  const asRead = read(context);
  const reading = isReady ? withUnderstanding(request, asRead, description, context) : asRead;
  return {
    reading,
    context,
    // Again, because it names addresses, which have been looked up by now.
    description: describeRequest(request, context),
    lines: isSimulated ? changeLines(changes.data?.changes ?? null, reading.groups, context) : [],
    pledge: pledge.data ? pledgeRows(pledge.data, context) : pledge.isError ? 'failed' : 'none',
    compared: origin === undefined ? null : (changes.data?.compared ?? null),
    swapped:
      origin === undefined || isRunning || !hasSwap(groups)
        ? noChanges
        : (comparedChanges(groups) ?? guaranteed),
    gas: changes.data?.gas ?? null,
    simulation: isRunning ? 'running' : changes.data ? 'done' : 'failed',
    isReady,
  };
}
