import { brandMark, MARK_UNITS } from '@/lib/art/tide-lines';
import { brand } from '@/lib/content/website';

export type IconShape = 'rounded' | 'full' | 'maskable';

interface AppIconProps {
  /** Side in pixels. */
  size: number;
  shape: IconShape;
  className?: string;
}

/** The mark's share of the icon's side. */
const share: Record<IconShape, number> = { rounded: 2 / 3, full: 2 / 3, maskable: 0.54 };
const COARSE_BELOW_PX = 24;
const COARSE_SHARE = 0.8;

/**
 * The mark on deep water. `rounded` stands by itself; `full` runs to the edge, for systems that cut their own shape, of
 * which `maskable` (W3C) cuts most: its mark keeps to the inner circle of 80 percent.
 */
export function AppIcon({ size, shape, className }: AppIconProps) {
  const coarse = size < COARSE_BELOW_PX;
  const side = Math.round(MARK_UNITS / (coarse ? COARSE_SHARE : share[shape]));
  const edge = (side - MARK_UNITS) / 2;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${side} ${side}`}
      width={size}
      height={size}
      className={className}
    >
      <title>{brand}</title>
      <rect width={side} height={side} rx={shape === 'rounded' ? side * 0.1875 : 0} fill="#00635d" />
      <path
        {...brandMark({ coarse })}
        transform={`translate(${edge} ${edge})`}
        fill="none"
        stroke="#fff"
        strokeLinecap="round"
      />
    </svg>
  );
}
