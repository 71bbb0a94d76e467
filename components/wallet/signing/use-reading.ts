import { useQuery } from '@tanstack/react-query';
import { useConfig } from 'wagmi';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
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
import { readBalances, readNatures, readTokens, type SigningContext } from '@/lib/wallet/signing/context';
import type { Description } from '@/lib/wallet/signing/describe-call';
import { ranked } from '@/lib/wallet/signing/finding';
import { type PledgeDetail, pledgeRows, readPledgeDetails } from '@/lib/wallet/signing/pledge-details';
import type { Group, Reading } from '@/lib/wallet/signing/reading';
import { isReport, reportable, withReports } from '@/lib/wallet/signing/reports';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import { withEffects } from '@/lib/wallet/signing/simulated-effects';
import { guaranteedChanges, hasSwap, swapValueFindings, unwrapped } from '@/lib/wallet/signing/swap-value';
import { addressesOf, contractsOf } from '@/lib/wallet/signing/transaction';
import { withUnderstanding } from '@/lib/wallet/signing/understood';
import type { SimulationState } from './balance-changes';
import { useForeignDescriptions } from './use-foreign-descriptions';
import { useReports } from './use-reports';
import {
  describeRequest,
  noBalances,
  noTokens,
  nothing,
  onceShown,
  readRequest,
  useFixedPrices,
  useRequestTime,
  useSigningContext,
} from './use-signing-context';

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
  /** Whether somebody is reported. Null until the operator's lists and oracle have been asked. */
  isReported: boolean | null;
  /** Whether all lookups and the simulation have finished. */
  isReady: boolean;
};

const noCalls: readonly PriorCall[] = [];
const noChanges: readonly BalanceChange[] = [];
const noSwaps: readonly (readonly BalanceChange[])[] = [];

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
  const foreign = useForeignDescriptions(request, listed);
  const known = {
    ...listed,
    platformTokens: tokens.data ?? noTokens,
    descriptors: foreign.descriptors,
    decimals: foreign.decimals,
  };
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
    enabled: isSimulated && isListed && !tokens.isPending && !foreign.isPending,
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
  const { groups } = read(known);
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
  const reports = useReports(chainId, reportable(groups, account), origin);
  const isReady =
    isListed &&
    reports.isReady &&
    !natures.isPending &&
    !(prior.length === 0 && balances.isPending) &&
    !tokens.isPending &&
    !foreign.isPending &&
    !isRunning &&
    !(origin !== undefined && prices.isWaiting) &&
    !pledge.isLoading;
  const asRead = read(context);
  const understood = isReady ? withUnderstanding(request, asRead, description, context) : asRead;
  const reading = withReports(understood, reports.findings);
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
    isReported: reports.isReady ? reports.findings.some(isReport) : null,
    isReady,
  };
}
