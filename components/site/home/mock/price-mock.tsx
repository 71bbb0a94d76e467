import { useTranslations } from 'next-intl';
import { tideLines } from '@/lib/art/tide-lines';
import { LineArt } from '../../art/line-art';
import { Lines } from '../../art/lines';
import { Figure } from './figure';

const feeds = tideLines({
  seed: 63,
  width: 1200,
  height: 480,
  lines: 15,
  steps: 9,
  left: [0.1, 0.95],
  right: [0.53, 0.55],
  swell: 0.075,
});

/** Many price lines that run together into one. */
export function PriceMock({ className = '' }: { className?: string }) {
  const t = useTranslations('home.mock');
  return (
    <div role="img" aria-label={t('pricesLabel')} className={`relative ${className}`}>
      <LineArt width={1200} height={480} fit="none" className="size-full text-tide">
        <Lines paths={feeds} index={7} />
      </LineArt>
      <span className="absolute start-0 top-0 text-xs text-muted">{t('platforms')}</span>
      <span className="absolute end-0 top-1/2 -translate-y-[130%] bg-raised ps-3 text-end">
        <span className="block text-xs text-muted">ETH · {t('median')}</span>
        <Figure value="3,500.00" className="font-display text-xl" />
      </span>
    </div>
  );
}
