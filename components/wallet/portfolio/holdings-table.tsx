import { useLocale, useTranslations } from 'next-intl';
import { CoinIcon } from '@/components/ui/coin-icon';
import { worthText } from '@/components/wallet/worth-string';
import { WorthText } from '@/components/wallet/worth-text';
import { formatAmount } from '@/lib/amount';
import { useCurrencies } from '@/lib/api/hooks';
import type { Coin } from '@/lib/api/types';
import { type Holding, type PriceOf, partWorth } from '@/lib/chain/portfolio/holdings';
import { worth } from '@/lib/chain/worth';
import { chooseHideSmall, useHideSmall } from '@/lib/small-holdings';
import { useShareText } from './use-share-text';

const HEAD = 'py-2 ps-3 text-end text-sm font-normal text-muted first:ps-0 first:text-start';
const CELL = 'py-3 ps-3 text-end align-top';

/** Each token on each network: how much, where, its worth and its share. */
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
  const locale = useLocale();
  const shareText = useShareText();
  const isHidden = useHideSmall((state) => state.isHidden);
  const rate = useCurrencies().data?.find(({ name }) => name === money.currency)?.rate;
  // One US dollar, in the display currency.
  const small = rate === undefined ? undefined : worth(1n, 0, rate);
  const valued = holdings
    .map((holding) => ({ ...holding, value: partWorth(holding, priceOf) }))
    .sort((one, other) => ((other.value ?? -1n) > (one.value ?? -1n) ? 1 : -1));
  const total = valued.reduce((sum, { value = 0n }) => sum + value, 0n);
  const isSmall = (value: bigint | undefined) => small !== undefined && value !== undefined && value < small;
  const shown = valued.filter(({ value }) => !isHidden || !isSmall(value));
  const count = valued.length - valued.filter(({ value }) => !isSmall(value)).length;

  return (
    <section aria-labelledby="portfolio-holdings" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-8">
        <h2 id="portfolio-holdings" className="text-xl">
          {t('holdings')}
        </h2>
        {small === undefined ? null : (
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={isHidden}
              onChange={(event) => chooseHideSmall(event.target.checked)}
              className="size-5 accent-water"
            />
            {t('hideSmall', { amount: worthText(small, money) })}
          </label>
        )}
      </div>
      <table className="w-full border-t border-line">
        <thead>
          <tr className="border-b border-line">
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
          {shown.map(({ chainId, token, parts, amount, value }) => {
            const icon = coins.find(({ id }) => id === token.coinId)?.icon;
            return (
              <tr key={`${chainId} ${token.address}`} className="border-b border-line">
                <th scope="row" className="py-3 text-start align-top font-normal">
                  <span className="flex items-center gap-3">
                    {icon === undefined ? null : <CoinIcon icon={icon} />}
                    <span className="min-w-0">
                      <span className="block wrap-anywhere">{token.symbol}</span>
                      <span className="block text-xs text-muted">
                        {token.coinId === null ? `${t('custom.own')} · ` : ''}
                        {nameOf(chainId)}
                      </span>
                    </span>
                  </span>
                </th>
                <td className={CELL}>
                  <span className="figures block wrap-anywhere">
                    {formatAmount(amount, token.decimals, locale)} {token.symbol}
                  </span>
                  {value === undefined ? (
                    <span className="block text-xs text-muted">{t('noWorth')}</span>
                  ) : (
                    <WorthText value={value} money={money} className="text-sm text-muted" />
                  )}
                  {parts.length === 1 && parts[0]?.place === 'wallet'
                    ? null
                    : parts.map((part) => (
                        <span key={part.place} className="figures block text-xs text-muted">
                          {t(`place.${part.place}`)} {formatAmount(part.amount, token.decimals, locale)}
                        </span>
                      ))}
                </td>
                <td className={`${CELL} figures hidden text-sm sm:table-cell`}>
                  {value === undefined || total === 0n ? '–' : shareText((value * 10_000n) / total)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {isHidden && count > 0 ? <p className="text-sm text-muted">{t('hidden', { count })}</p> : null}
    </section>
  );
}
