import { tideLines } from '@/lib/art/tide-lines';
import type { Art } from '../../art/art';
import { Lines } from '../../art/lines';

const coins = [
  [110, 196],
  [250, 128],
  [372, 214],
  [446, 92],
] as const;

const lines = tideLines({
  seed: 5,
  width: 560,
  height: 420,
  lines: 14,
  steps: 11,
  left: [0.1, 0.95],
  right: [0.06, 0.9],
  swell: 0.05,
  stones: coins.map(([x, y]) => ({ x: x / 560, y: (y + 50) / 420, width: 0.1, height: 0.1 })),
});

/** Coins that lie in one water. */
export const assetsSketch: Art = {
  width: 560,
  height: 420,
  drawing: (
    <>
      <Lines paths={lines} index={0} color="var(--color-tide)" />
      {coins.map(([x, y], i) => (
        <g key={x} color="var(--color-ink)">
          <circle
            cx={x}
            cy={y + 50}
            r={42 - i * 4}
            fill="var(--color-paper)"
            strokeWidth="1.9"
            vectorEffect="non-scaling-stroke"
          />
          <circle cx={x} cy={y + 50} r={32 - i * 4} strokeWidth="1" vectorEffect="non-scaling-stroke" />
        </g>
      ))}
    </>
  ),
};
