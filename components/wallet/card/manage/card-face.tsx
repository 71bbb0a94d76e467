import { useTranslations } from 'next-intl';
import { tideLines } from '@/lib/art/tide-lines';

const WIDTH = 320;
const HEIGHT = 202;
const LINES = tideLines({
  seed: 23,
  width: WIDTH,
  height: HEIGHT,
  lines: 14,
  steps: 12,
  swell: 0.05,
  left: [0.42, 1.05],
  right: [0.28, 0.95],
}).join('');

/** A drawing of a card with its last digits. Dimmed if it can't be used. */
export function CardFace({
  lastFour,
  type,
  isActive,
}: {
  lastFour: string;
  type: 'virtual' | 'physical';
  isActive: boolean;
}) {
  const t = useTranslations('wallet.card');
  return (
    <div
      className={`relative aspect-[1.586] w-full max-w-72 overflow-hidden rounded-soft border border-edge bg-raised ${isActive ? '' : 'text-muted'}`}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        fill="none"
        stroke="currentColor"
        className={`absolute inset-0 size-full ${isActive ? 'text-tide' : 'text-line'}`}
      >
        <path d={LINES} strokeWidth="1" vectorEffect="non-scaling-stroke" />
      </svg>
      <div className="relative flex h-full flex-col justify-between p-4">
        <span className="flex justify-between gap-3 text-sm">
          <span className="font-display">Tidewell</span>
          <span>{t(`type.${type}`)}</span>
        </span>
        <span className="figures text-lg">
          <span aria-hidden="true">•••• </span>
          {lastFour}
        </span>
      </div>
    </div>
  );
}
