import { tideLines } from '@/lib/art/tide-lines';
import { BrandMark } from '../../art/brand-mark';
import { LineArt } from '../../art/line-art';
import { Lines } from '../../art/lines';

interface CardFaceProps {
  kind: string;
  holder: string;
  digits: string;
  seed: number;
  className?: string;
}

/** One card, drawn at the ratio of ISO/IEC 7810 ID-1. */
export function CardFace({ kind, holder, digits, seed, className = '' }: CardFaceProps) {
  const lines = tideLines({
    seed,
    width: 856,
    height: 540,
    lines: 26,
    steps: 9,
    left: [0.5, 1.05],
    right: [-0.1, 1.1],
    swell: 0.07,
    wells: [{ x: 0.62, width: 0.2, depth: 0.2 }],
  });
  return (
    <div className={`relative aspect-[85.6/53.98] overflow-clip rounded-soft border ${className}`}>
      <LineArt width={856} height={540} className="absolute inset-0 size-full opacity-60">
        <Lines paths={lines} index={5} />
      </LineArt>
      <div className="absolute inset-0 flex flex-col justify-between p-[6%] text-sm text-ink">
        <div className="flex items-start justify-between">
          <span className="flex items-center gap-2 font-display text-lg leading-none">
            <BrandMark className="size-7 text-tide" />
            Tidewell
          </span>
          <span className="text-xs">{kind}</span>
        </div>
        <div className="flex items-end justify-between">
          <span>{holder}</span>
          <span className="figures">•••• {digits}</span>
        </div>
      </div>
    </div>
  );
}
