import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useState } from 'react';
import { CheckBox } from '@/components/ui/check-box';
import { fiatValueText } from '@/components/wallet/display/amount-text';
import { useVirtualTable } from '@/components/wallet/display/use-virtual-table';
import { useCurrencies } from '@/lib/api/hooks';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { scaleTo, sum } from '@/lib/evm/bigint';
import { groupBy } from '@/lib/group-by';
import type { CostBasis } from '@/lib/wallet/activity/cost-basis';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { isCounted, isTestnet } from '@/lib/wallet/networks/is-testnet';
import { type CoinGroup, groupByCoin } from '@/lib/wallet/portfolio/coin-groups';
import {
  type Holding,
  type HoldingLocation,
  holdingKey,
  type PriceOf,
  partFiatValue,
} from '@/lib/wallet/portfolio/holdings';
import { chooseHideSmall, useHideSmall } from '@/lib/wallet/portfolio/use-holdings';
import { useShareText } from './allocation-chart';
import { HoldingRow, type LineCost } from './holding-row';

const HEAD = 'py-2 ps-3 text-end text-sm font-normal text-muted first:ps-0 first:text-start';
const ROW_PX = 79;

type Valued = Holding & { value: bigint | undefined };

/** A row of the table: a token on one network, its sum on several, or one network's part of the sum above. */
type Line = {
  key: string;
  holding: Pick<Valued, 'token' | 'parts' | 'amount' | 'value'>;
  chainIds: readonly number[];
  isPart?: boolean;
};

const lineOf = (holding: Valued): Line => ({
  key: holdingKey(holding),
  holding,
  chainIds: [holding.chainId],
});

/** Returns a coin's rows: one, or the sum of several networks, and then the networks' own rows. */
function linesOf({ key, rows, amount, decimals, value }: CoinGroup<Valued>): [Line, ...Line[]] {
  const [first] = rows;
  if (rows.length === 1) return [lineOf(first)];
  const parts = rows
    .flatMap((row) => row.parts)
    .map((part) => ({ ...part, amount: scaleTo(part.amount, part.token.decimals, decimals) }));
  const places = [...groupBy(parts, ({ place }) => place).values()].map((own) => ({
    ...own[0],
    amount: sum(own.map((part) => part.amount)),
  }));
  const holding = { token: { ...first.token, decimals }, parts: places, amount, value };
  return [
    { key, holding, chainIds: rows.map(({ chainId }) => chainId) },
    ...rows.map((row) => ({ ...lineOf(row), isPart: true })),
  ];
}

/** Places whose amounts have no known cost. */
const uncounted: readonly HoldingLocation[] = ['rewards', 'presale'];

/** Returns what a coin cost on all networks, and its unrealized profit. Null if any of it is unknown. */
function costOfLine(
  { holding: { token, parts, amount, value }, chainIds: [chainId = 0] }: Line,
  chains: readonly Pick<ChainMapping, 'id' | 'testnet'>[],
  costOf: CostBasis['ofBalance'],
): LineCost | null {
  const { coinId, decimals } = token;
  if (coinId === null || value === undefined || parts.some(({ place }) => uncounted.includes(place)))
    return null;
  const cost = costOf({ coinId, chainId }, { amount, decimals });
  const isTest = isTestnet(chains, chainId);
  return cost && { cost: cost.usd, profit: value - cost.usd, isSample: cost.isSample, isTest };
}

/**
 * Table of each token, summed over all networks, highest value first. A sum opens into a row for each network. Virtualized: only
 * rows near the viewport are rendered.
 */
export function HoldingsTable({
  holdings,
  chains,
  coins,
  priceOf,
  money,
  nameOf,
  costOf,
  hasCost = false,
}: {
  holdings: readonly Holding[];
  chains: readonly Pick<ChainMapping, 'id' | 'testnet'>[];
  coins: readonly Coin[];
  priceOf: PriceOf;
  money: { currency: string; locale: string; decimals: number | undefined };
  nameOf: (chainId: number) => string;
  /** Returns what a balance on all networks cost in the display currency, or null if that's unknown. Undefined until costs are asked for. */
  costOf?: CostBasis['ofBalance'] | undefined;
  /** Whether there is a column of costs, also before they are asked for. */
  hasCost?: boolean;
}) {
  const t = useTranslations('wallet.portfolio');
  const coin = useTranslations('wallet.coins');
  const shareText = useShareText();
  const isHidden = useHideSmall(({ isOn }) => isOn);
  const rate = useCurrencies().data?.find(({ name }) => name === money.currency)?.rate;
  // Holdings below one US dollar, converted to the display currency, count as small.
  const small = rate === undefined ? undefined : fiatValue(1n, 0, rate);
  // Memoized, so that scrolling does not recalculate the list.
  const { total, groups, smallCount } = useMemo(() => {
    const valued = groupByCoin(
      holdings.map((holding) => ({ ...holding, value: partFiatValue(holding, priceOf) })),
      chains,
    );
    const large = valued.filter(({ value }) => small === undefined || value === undefined || value >= small);
    return {
      total: sum(
        valued.map(({ rows: [{ chainId }], value = 0n }) => (isCounted(chains, chainId) ? value : 0n)),
      ),
      groups: isHidden ? large : valued,
      smallCount: valued.length - large.length,
    };
  }, [holdings, chains, priceOf, small, isHidden]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => groups.map(linesOf), [groups]);
  const shown = useMemo(
    () => lines.flatMap(([line, ...parts]) => (open.has(line.key) ? [line, ...parts] : [line])),
    [lines, open],
  );
  const costs = useMemo(
    () => new Map(lines.flatMap(([line]) => (costOf ? [[line.key, costOfLine(line, chains, costOf)]] : []))),
    [lines, chains, costOf],
  );
  const toggle = useCallback(
    (key: string) =>
      setOpen((known) =>
        known.has(key) ? new Set([...known].filter((one) => one !== key)) : new Set([...known, key]),
      ),
    [],
  );
  const byId = useMemo(() => new Map(coins.map((coin) => [coin.id, coin])), [coins]);
  const table = useVirtualTable({
    count: shown.length,
    rowPx: ROW_PX,
    keyOf: useCallback((index) => shown[index]?.key ?? index, [shown]),
  });

  return (
    <section aria-labelledby="portfolio-holdings" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-8">
        <h2 id="portfolio-holdings" className="text-xl">
          {t('holdings')}
        </h2>
        {small === undefined ? null : (
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <CheckBox checked={isHidden} onChange={(event) => chooseHideSmall(event.target.checked)} />
            {t('hideSmall', { amount: fiatValueText(small, money) })}
          </label>
        )}
      </div>
      <div ref={table.frame} style={table.space}>
        <table
          aria-labelledby="portfolio-holdings"
          aria-rowcount={shown.length + 1}
          className="w-full border-t border-line"
        >
          <thead ref={table.head}>
            <tr aria-rowindex={1} className="border-b border-line">
              <th scope="col" className={HEAD}>
                {t('coin')}
              </th>
              <th scope="col" className={HEAD}>
                {t('amount')}
              </th>
              {hasCost ? (
                <th scope="col" className={`${HEAD} hidden md:table-cell`}>
                  {t('cost.title')}
                </th>
              ) : null}
              <th scope="col" className={`${HEAD} hidden sm:table-cell`}>
                {t('share')}
              </th>
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ index, key }) => {
              const line = shown[index];
              if (!line) return null;
              const { holding, chainIds, isPart } = line;
              const { token, value } = holding;
              const [chainId = 0, ...more] = chainIds;
              return (
                <HoldingRow
                  key={key}
                  holding={holding}
                  share={
                    value === undefined || total === 0n || !isCounted(chains, chainId)
                      ? '–'
                      : shareText((value * 10_000n) / total)
                  }
                  coin={token.coinId === null ? undefined : byId.get(token.coinId)}
                  network={more.length > 0 ? coin('onNetworks', { count: chainIds.length }) : nameOf(chainId)}
                  groupKey={more.length > 0 ? line.key : undefined}
                  isOpen={open.has(line.key)}
                  onToggle={toggle}
                  isPart={isPart === true}
                  hasCost={hasCost}
                  cost={isPart ? undefined : costs.get(line.key)}
                  money={money}
                  index={index}
                  onMeasure={table.measure}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {isHidden && smallCount > 0 ? (
        <p className="text-sm text-muted">{t('hidden', { count: smallCount })}</p>
      ) : null}
    </section>
  );
}
