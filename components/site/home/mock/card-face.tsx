import type { Art } from '../../art/art';
import { ArtPicture } from '../../art/art-picture';
import { BrandMark } from '../../art/brand-mark';

interface CardFaceProps {
  kind: string;
  holder: string;
  digits: string;
  lines: Art;
  className?: string;
}

/** One card, drawn at the ratio of ISO/IEC 7810 ID-1. */
export function CardFace({ kind, holder, digits, lines, className = '' }: CardFaceProps) {
  return (
    <div className={`@container relative aspect-[85.6/53.98] overflow-clip rounded-soft border ${className}`}>
      <ArtPicture art={lines} className="absolute inset-0 size-full opacity-60" />
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
