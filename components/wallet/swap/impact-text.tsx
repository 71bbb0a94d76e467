import { useLocale, useTranslations } from 'next-intl';
import { percentText } from '@/components/wallet/display/percent-text';
import type { ImpactTier } from '@/lib/wallet/swap/arithmetic';

const tiers: readonly ImpactTier[] = ['low', 'noticeable', 'high', 'severe', 'blocked'];
const colors: Record<ImpactTier, string> = {
  low: 'text-ink',
  noticeable: 'text-ink',
  high: 'text-warning',
  severe: 'text-error',
  blocked: 'text-error',
};

/** A price impact in percent, with its tier in a word, a colour and a rising row of bars. */
export function ImpactText({ bps, tier }: { bps: bigint; tier: ImpactTier }) {
  const t = useTranslations('wallet.swap.impact');
  const locale = useLocale();
  const level = tiers.indexOf(tier);
  return (
    <span className={`inline-flex items-baseline gap-2 ${colors[tier]}`}>
      <svg aria-hidden="true" width="20" height="12" viewBox="0 0 20 12" fill="currentColor">
        {tiers.map((name, index) => (
          <rect
            key={name}
            x={index * 4}
            y={8 - index * 2}
            width="2"
            height={4 + index * 2}
            opacity={index <= level ? 1 : 0.25}
          />
        ))}
      </svg>
      <span>
        {bps === 0n ? `< ${percentText(1n, locale)}` : percentText(bps, locale)} · {t(`word.${tier}`)}
      </span>
    </span>
  );
}
