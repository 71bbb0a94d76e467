import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { Tabs } from '@/components/ui/tabs';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import type { Coin } from '@/lib/api/types';
import { sharePercent } from '@/lib/format/percent';
import {
  allocation,
  gatherSmall,
  type HeldPart,
  type HoldingLocation,
  type ValuedPart,
} from '@/lib/wallet/portfolio/holdings';

/** Width of a bar in SVG units. The height is in CSS pixels. */
const WIDTH = 1_000;
const HEIGHT = 12;
const LINES = [2, 6, 10];

/** A share (0 to 1) as a bar of bold and thin lines. Decorative, because the percentage is next to it. */
function ShareLines({ share }: { share: number }) {
  const reached = Math.max(share * WIDTH, 2);
  const row = (from: number, to: number) => LINES.map((y) => `M${from} ${y}H${to}`).join('');
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      height={HEIGHT}
      className="w-full"
      fill="none"
      stroke="currentColor"
    >
      <path d={row(reached, WIDTH)} strokeWidth="1" vectorEffect="non-scaling-stroke" className="text-line" />
      <path d={row(0, reached)} strokeWidth="2.5" vectorEffect="non-scaling-stroke" className="text-tide" />
    </svg>
  );
}

/**
 * React hook that returns a function to format a share (in basis points) as a percentage. Zero is shown as "less than
 * 0.01%".
 */
export function useShareText(): (bps: bigint) => string {
  const t = useTranslations('wallet.portfolio');
  const locale = useLocale();
  return (bps) =>
    bps === 0n ? t('lessThan', { share: sharePercent(1, locale) }) : sharePercent(bps, locale);
}

/** Maximum number of shares to list. Smaller shares are combined. */
const MAX_LINES = 20;

const views = ['coin', 'network', 'place'] as const;
type View = (typeof views)[number];

const keys: Record<View, (part: HeldPart) => string> = {
  coin: ({ token }) => token.symbol,
  network: ({ chainId }) => String(chainId),
  place: ({ place }) => place,
};

/** Bar chart that breaks down the fiat value by coin, network, or location (such as the wallet or the vault). */
export function AllocationChart({
  parts,
  coins,
  money,
  nameOf,
}: {
  parts: readonly ValuedPart[];
  coins: readonly Coin[];
  money: { currency: string; locale: string; decimals: number | undefined };
  nameOf: (chainId: number) => string;
}) {
  const t = useTranslations('wallet.portfolio');
  const shareText = useShareText();
  const [view, setView] = useState<View>('coin');
  const shares = useMemo(() => gatherSmall(allocation(parts, keys[view]), MAX_LINES), [parts, view]);
  const labelOf = ({ key, gathered }: Pick<(typeof shares)[number], 'key' | 'gathered'>) =>
    gathered > 0
      ? t('others', { count: gathered })
      : view === 'coin'
        ? key
        : view === 'network'
          ? nameOf(Number(key))
          : t(`place.${key as HoldingLocation}`);
  const iconOf = (symbol: string) => {
    const id = parts.find(({ token }) => token.symbol === symbol)?.token.coinId;
    return coins.find((coin) => coin.id === id)?.icon;
  };
  if (shares.length === 0) return null;
  return (
    <section aria-labelledby="portfolio-allocation" className="grid gap-4">
      <h2 id="portfolio-allocation" className="text-xl">
        {t('allocation')}
      </h2>
      <Tabs
        label={t('allocation')}
        tabs={views.map((value) => ({ value, label: t(`by.${value}`) }))}
        value={view}
        onChange={setView}
      >
        <ul className="grid gap-5">
          {shares.map(({ fiatValue, bps, ...share }) => (
            <li key={share.key} className="grid gap-1">
              <span className="flex flex-wrap items-center justify-between gap-x-4">
                <span className="flex items-center gap-2">
                  {view === 'coin' && share.gathered === 0 ? (
                    <TokenIcon icon={iconOf(share.key)} symbol={share.key} size={24} />
                  ) : null}
                  {labelOf(share)}
                </span>
                <span className="flex items-baseline gap-4 text-sm">
                  <FiatValueText value={fiatValue} money={money} className="text-muted" />
                  <span className="figures min-w-16 text-end">{shareText(bps)}</span>
                </span>
              </span>
              <ShareLines share={Number(bps) / 10_000} />
            </li>
          ))}
        </ul>
      </Tabs>
    </section>
  );
}
