import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { Tabs } from '@/components/ui/tabs';
import { WorthText } from '@/components/wallet/display/worth-text';
import {
  allocation,
  gatherSmall,
  type HeldPart,
  type HoldingPlace,
  type ValuedPart,
} from '@/lib/wallet/portfolio/holdings';
import { ShareLines } from './share-lines';
import { useShareText } from './use-share-text';

/** Shares with a line of their own; the smaller ones are summed up. */
const MOST_LINES = 20;

const views = ['coin', 'network', 'place'] as const;
type View = (typeof views)[number];

const keys: Record<View, (part: HeldPart) => string> = {
  coin: ({ token }) => token.symbol,
  network: ({ chainId }) => String(chainId),
  place: ({ place }) => place,
};

/** How the worth is spread: a field of lines for each coin, network or place, as heavy as its share is long. */
export function AllocationChart({
  parts,
  money,
  nameOf,
}: {
  parts: readonly ValuedPart[];
  money: { currency: string; locale: string; decimals: number | undefined };
  nameOf: (chainId: number) => string;
}) {
  const t = useTranslations('wallet.portfolio');
  const shareText = useShareText();
  const [view, setView] = useState<View>('coin');
  const shares = useMemo(() => gatherSmall(allocation(parts, keys[view]), MOST_LINES), [parts, view]);
  const labelOf = ({ key, gathered }: Pick<(typeof shares)[number], 'key' | 'gathered'>) =>
    gathered > 0
      ? t('others', { count: gathered })
      : view === 'coin'
        ? key
        : view === 'network'
          ? nameOf(Number(key))
          : t(`place.${key as HoldingPlace}`);
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
          {shares.map(({ worth, bps, ...share }) => (
            <li key={share.key} className="grid gap-1">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>{labelOf(share)}</span>
                <span className="flex items-baseline gap-4 text-sm">
                  <WorthText value={worth} money={money} className="text-muted" />
                  <span className="figures min-w-14 text-end">{shareText(bps)}</span>
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
