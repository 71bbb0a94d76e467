import { useTranslations } from 'next-intl';
import { ArtPicture } from '@/components/site/art/art-picture';
import type { Art } from '@/components/site/art/line-art';
import { BrandMark } from '@/components/site/art/line-art';
import { homeSheet } from '../home-sheet';
import { physicalCardLines, virtualCardLines } from './card-lines';

interface CardFaceProps {
  kind: string;
  holder: string;
  digits: string;
  lines: Art;
  className?: string;
}

/** One card with the aspect ratio of ISO/IEC 7810 ID-1. */
function CardFace({ kind, holder, digits, lines, className = '' }: CardFaceProps) {
  return (
    <div className={`@container relative aspect-[85.6/53.98] overflow-clip rounded-soft border ${className}`}>
      <ArtPicture art={lines} sheet={homeSheet} className="absolute inset-0 size-full opacity-60" />
      <div className="absolute inset-0 flex flex-col justify-between p-[6%] text-[clamp(0.6875rem,4.2cqw,0.9375rem)] text-ink">
        <div className="flex items-start justify-between">
          <span className="flex items-center gap-2 font-display text-[clamp(0.875rem,5.6cqw,1.25rem)] leading-none">
            <BrandMark className="size-[1.4em] text-tide" />
            Tidewell
          </span>
          <span>{kind}</span>
        </div>
        <div className="flex items-end justify-between">
          <span>{holder}</span>
          <span className="figures">•••• {digits}</span>
        </div>
      </div>
    </div>
  );
}

/** Two sample cards, the physical one overlapping the virtual one. */
export function CardMock({ className = '' }: { className?: string }) {
  const t = useTranslations('home.mock');
  return (
    <div role="img" aria-label={t('cardLabel')} className={`grid grid-cols-1 ${className}`}>
      <CardFace
        kind={t('virtual')}
        holder={t('holder')}
        digits="7742"
        lines={virtualCardLines}
        className="col-start-1 row-start-1 ms-[18%] w-[82%] border-edge bg-raised text-tide"
      />
      <CardFace
        kind={t('physical')}
        holder={t('holder')}
        digits="0418"
        lines={physicalCardLines}
        className="night col-start-1 row-start-1 mt-[33%] w-[74%] border-line text-tide"
      />
    </div>
  );
}
