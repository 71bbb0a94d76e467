import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { formatUnits } from 'viem';
import { ChangeArrow } from '@/components/ui/fiat-text';
import { SparkLine } from '@/components/ui/spark-line';
import { FiatValueText, fiatValueText } from '@/components/wallet/display/amount-text';
import { OwnText } from '@/components/wallet/display/own-amounts';
import { useShortList } from '@/components/wallet/display/short-lists';
import { Bar } from '@/components/wallet/display/skeleton';
import { TextButton } from '@/components/wallet/display/text-button';
import type { ChainMapping } from '@/lib/api/types';
import { MINUS } from '@/lib/format/amount';
import { changePercent } from '@/lib/format/percent';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import { type DayChange, dayChange, daySpark } from '@/lib/wallet/balances/day-change';
import type { ChainRead } from '@/lib/wallet/networks/chain-reads';
import { isCounted } from '@/lib/wallet/networks/is-testnet';
import { type HoldingLocation, totalOf, valueParts } from '@/lib/wallet/portfolio/holdings';
import type { HoldingsRead } from '@/lib/wallet/portfolio/read-holdings';

type Money = DisplayPrices['money'];

/** Totals with more characters than this get a smaller font, so that they fit on a phone. */
const LONG_TOTAL = 13;

/** Change over the past 24 hours as a signed amount and percentage, with an arrow. */
function ChangeLine({ change: { amount, bps }, money }: { change: DayChange; money: Money }) {
  const t = useTranslations('wallet.total');
  const [sign, tone] =
    amount > 0n ? ['+', 'text-gain'] : amount < 0n ? [MINUS, 'text-loss'] : ['', 'text-muted'];
  return (
    <p className="text-sm">
      <span className={`figures ${tone}`}>
        {amount === 0n ? null : <ChangeArrow isGain={amount > 0n} />}
        <span className="whitespace-nowrap">
          {sign}
          <OwnText>{fiatValueText(amount < 0n ? -amount : amount, money)}</OwnText>
        </span>{' '}
        <span className="whitespace-nowrap">({changePercent(formatUnits(bps, 2), money.locale)})</span>
      </span>
      <span className="block text-xs text-muted">{t('day')}</span>
    </p>
  );
}

export type TotalFigures = {
  /** Fiat values in units of 1e-18 of the display currency. */
  inWallet: bigint;
  inVault: bigint;
  /** What is staked, pledged, or in a presale, with unclaimed rewards. */
  earning: bigint;
  /** Null if the change isn't reliable. In that case, the chart isn't shown either. */
  change: DayChange | null;
  spark: readonly number[];
};

/** Total in the display currency, with its 24-hour change and where it is: in the wallet, the vault, or earning. */
export function TotalView({
  figures,
  isBusy = false,
  notes = [],
  money,
  onWithdraw,
  children,
}: {
  /** Null if the total is unknown. */
  figures: TotalFigures | null;
  isBusy?: boolean;
  /** Notes on missing or outdated values. */
  notes?: readonly string[];
  money: Money;
  /** Opens the withdrawal dialog. If given, a button appears beside the vault's value unless the vault is empty. */
  onWithdraw?: (() => void) | undefined;
  /** Action next to the title. */
  children?: ReactNode;
}) {
  const t = useTranslations('wallet.total');
  const words = useTranslations('wallet.overview');
  const id = useId();
  const total = figures ? figures.inWallet + figures.inVault + figures.earning : 0n;
  const places = figures && {
    wallet: figures.inWallet,
    vault: figures.inVault,
    ...(figures.earning > 0n ? { earning: figures.earning } : {}),
  };
  const size = fiatValueText(total, money).length > LONG_TOTAL ? 'text-2xl' : 'text-3xl';
  return (
    <section aria-labelledby={id} aria-busy={isBusy} className="grid content-start gap-2">
      <div className="flex items-center justify-between gap-4">
        <h2 id={id} className="text-sm text-muted">
          {t('title', { currency: money.currency })}
        </h2>
        {children}
      </div>
      <div className={`flex h-[1.15em] items-center font-display leading-none ${size}`}>
        {figures ? (
          <FiatValueText value={total} money={money} />
        ) : isBusy ? (
          <Bar className="h-[0.7em] w-[5em]" />
        ) : (
          <span className="text-muted">–</span>
        )}
      </div>
      {isBusy ? (
        <div key="busy" className="grid min-h-24 content-start gap-3 pt-1.5">
          <Bar className="w-40" />
          <Bar className="w-24" />
          <Bar className="mt-2 w-64" />
        </div>
      ) : (
        <div key="known" className="grid min-h-24 content-start gap-2">
          {figures?.change ? (
            <div className="grid grid-cols-[minmax(0,1fr)_minmax(4.5rem,30%)] items-center gap-x-4">
              <ChangeLine change={figures.change} money={money} />
              <SparkLine points={figures.spark} className="h-12 w-full text-tide" />
            </div>
          ) : null}
          {notes.length > 0 ? <p className="measure text-sm text-muted">{notes.join(' ')}</p> : null}
          {figures && places ? (
            // Small on phones, so that all values and the button fit on two lines, which the minimum height has room for.
            <dl className="flex flex-wrap items-baseline gap-x-3 text-xs sm:gap-x-5 sm:text-sm">
              {(['wallet', 'vault', 'earning'] as const)
                .filter((place) => places[place] !== undefined)
                .map((place) => (
                  <div key={place} className="flex flex-wrap items-baseline gap-x-2">
                    <dt className="text-muted">{t(`place.${place}`)}</dt>
                    <dd>
                      <FiatValueText value={places[place] ?? 0n} money={money} />
                    </dd>
                    {place === 'vault' && figures.inVault > 0n && onWithdraw ? (
                      <dd className="-my-3">
                        <TextButton opensDialog onClick={onWithdraw}>
                          {words('withdraw')}
                        </TextButton>
                      </dd>
                    ) : null}
                  </div>
                ))}
            </dl>
          ) : null}
        </div>
      )}
    </section>
  );
}

/** Total of what the account has in its wallet, the vault, and earning, on all networks, with notes on missing or outdated values. */
export function Total({
  held,
  chains,
  prices: { priceOf, isStale, money },
  isBusy,
  onWithdraw,
  children,
}: {
  /** What the account holds on each chain. All places of a chain are read at once, so that nothing counts twice. */
  held: readonly ChainRead<HoldingsRead>[];
  chains: readonly ChainMapping[];
  prices: DisplayPrices;
  isBusy: boolean;
  onWithdraw: () => void;
  children?: ReactNode;
}) {
  const t = useTranslations('wallet.total');
  const list = useShortList();
  const parts = held.flatMap(({ data }) => data?.parts ?? []);
  const counted = parts.filter(({ chainId }) => isCounted(chains, chainId));
  const valued = valueParts(counted, (coinId) => priceOf(coinId)?.price);
  const coins = valued.flatMap(({ token: { coinId, decimals }, amount }) =>
    coinId === null ? [] : [{ coinId, amount, decimals }],
  );
  const priced = coins.flatMap(({ coinId }) => priceOf(coinId) ?? []);
  const isRead = held.some(({ data }) => data !== undefined);
  const isKnown = !isBusy && isRead && (priced.length > 0 || valued.length === 0);
  const unpriced = [
    ...new Set(valued.flatMap(({ value, token }) => (value === undefined ? [token.symbol] : []))),
  ];
  const isIncomplete = held.some(({ data, isFailed }) => isFailed || data?.isIncomplete);
  const isOld = priced.some(isStale);
  const known = [
    ...(!isKnown ? [t('noPrices')] : unpriced.length > 0 ? [t('unpriced', { coins: list(unpriced) })] : []),
    ...(counted.length < parts.length ? [t('testnets')] : []),
    ...(isIncomplete ? [t('incomplete')] : []),
    ...(isOld ? [t('stale')] : []),
  ];
  // If nothing could be read, the list of tokens says so.
  const notes = isRead ? known : [];
  const change = isIncomplete || isOld ? null : dayChange(coins, priceOf);
  const at = (isHere: (place: HoldingLocation) => boolean) =>
    totalOf(valued.filter(({ place }) => isHere(place)));
  const figures = isKnown
    ? {
        inWallet: at((place) => place === 'wallet'),
        inVault: at((place) => place === 'vault'),
        earning: at((place) => place !== 'wallet' && place !== 'vault'),
        change,
        spark: daySpark(coins, priceOf),
      }
    : null;
  return (
    <TotalView figures={figures} isBusy={isBusy} notes={notes} money={money} onWithdraw={onWithdraw}>
      {children}
    </TotalView>
  );
}
