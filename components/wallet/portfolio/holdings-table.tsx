import { useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import { CheckBox } from '@/components/ui/check-box';
import { fiatValueText } from '@/components/wallet/display/amount-text';
import { useVirtualTable } from '@/components/wallet/display/use-virtual-table';
import { useCurrencies } from '@/lib/api/hooks';
import type { Coin } from '@/lib/api/types';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { compareFiatValue, type Holding, type PriceOf, partFiatValue } from '@/lib/wallet/portfolio/holdings';
import { chooseHideSmall, useHideSmall } from '@/lib/wallet/portfolio/use-holdings';
import { useShareText } from './allocation-chart';
import { HoldingRow } from './holding-row';

const HEAD = 'py-2 ps-3 text-end text-sm font-normal text-muted first:ps-0 first:text-start';
const ROW_PX = 79;

/** Table of each token on each network, highest value first. Virtualized: only rows near the viewport are rendered. */
export function HoldingsTable({
  holdings,
  coins,
  priceOf,
  money,
  nameOf,
}: {
  holdings: readonly Holding[];
  coins: readonly Coin[];
  priceOf: PriceOf;
  money: { currency: string; locale: string; decimals: number | undefined };
  nameOf: (chainId: number) => string;
}) {
  const t = useTranslations('wallet.portfolio');
  const shareText = useShareText();
  const isHidden = useHideSmall(({ isOn }) => isOn);
  const rate = useCurrencies().data?.find(({ name }) => name === money.currency)?.rate;
  // Holdings below one US dollar, converted to the display currency, count as small.
  const small = rate === undefined ? undefined : fiatValue(1n, 0, rate);
  // Memoized, so that scrolling does not recalculate the list.
  const { total, shown, smallCount } = useMemo(() => {
    const valued = holdings
      .map((holding) => ({ ...holding, value: partFiatValue(holding, priceOf) }))
      .sort((one, other) => compareFiatValue(other.value ?? -1n, one.value ?? -1n));
    const large = valued.filter(({ value }) => small === undefined || value === undefined || value >= small);
    return {
      total: valued.reduce((sum, { value = 0n }) => sum + value, 0n),
      shown: isHidden ? large : valued,
      smallCount: valued.length - large.length,
    };
  }, [holdings, priceOf, small, isHidden]);
  const byId = useMemo(() => new Map(coins.map((coin) => [coin.id, coin])), [coins]);
  const table = useVirtualTable({
    count: shown.length,
    rowPx: ROW_PX,
    keyOf: useCallback(
      (index) => {
        const holding = shown[index];
        return holding ? `${holding.chainId} ${holding.token.address}` : index;
      },
      [shown],
    ),
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
              <th scope="col" className={`${HEAD} hidden sm:table-cell`}>
                {t('share')}
              </th>
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ index, key }) => {
              const holding = shown[index];
              if (!holding) return null;
              const { chainId, token, value } = holding;
              return (
                <HoldingRow
                  key={key}
                  holding={holding}
                  value={value}
                  share={value === undefined || total === 0n ? '–' : shareText((value * 10_000n) / total)}
                  coin={token.coinId === null ? undefined : byId.get(token.coinId)}
                  network={nameOf(chainId)}
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
