import { brandMark, MARK_UNITS } from '@/lib/art/tide-lines';
import { brand } from '@/lib/content/website';

export type IconShape = 'rounded' | 'full' | 'maskable';

interface AppIconProps {
  /** Width and height in pixels. */
  size: number;
  shape: IconShape;
  className?: string;
}

/** Size of the mark relative to the icon. */
const share: Record<IconShape, number> = { rounded: 2 / 3, full: 2 / 3, maskable: 0.54 };
const COARSE_BELOW_PX = 24;
const COARSE_SHARE = 0.8;

/**
 * The app icon. `rounded` has rounded corners; `full` is a square for systems that apply their own mask; `maskable`
 * (W3C) keeps the mark within the safe zone, a circle of 80% of the icon's width.
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
