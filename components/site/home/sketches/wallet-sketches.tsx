import type { Art } from '@/components/site/art/line-art';
import { Lines } from '@/components/site/art/line-art';
import { ringLines } from '@/lib/art/rings';
import { tideLines } from '@/lib/art/tide-lines';

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

/** Coins with tide lines flowing around them. */
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

const moon = ringLines({ seed: 3, centre: [400, 120], inner: 6, outer: 74, rings: 9, wobble: 0.015 });
const sea = tideLines({
  seed: 27,
  width: 560,
  height: 420,
  lines: 16,
  steps: 8,
  left: [0.62, 1],
  right: [0.44, 1],
  swell: 0.05,
});

/** A moon over a rising tide. */
export const nightSketch: Art = {
  width: 560,
  height: 420,
  drawing: (
    <>
      <Lines paths={moon} index={0} color="var(--color-ink)" />
      <Lines paths={sea} index={5} color="var(--color-tide)" />
    </>
  ),
};

const centres = [
  [150, 250],
  [470, 130],
  [600, 400],
] as const;

const pools = centres.map((centre, i) =>
  ringLines({ seed: 17 + i, centre, inner: 18, outer: 290 - i * 50, rings: 14 - 3 * i, wobble: 0.06 }),
);

/** Overlapping ripples from several drops of water. */
export const poolsSketch: Art = {
  width: 720,
  height: 460,
  drawing: pools.map((paths, i) => <Lines key={centres[i]?.[0]} paths={paths} index={4} />),
};

const bundle = { width: 560, height: 420, lines: 9, steps: 8, swell: 0.015 };
const down = tideLines({ ...bundle, seed: 2, left: [0.14, 0.38], right: [0.62, 0.86] });
const up = tideLines({ ...bundle, seed: 3, left: [0.62, 0.86], right: [0.14, 0.38] });

/** Two streams of lines that cross and trade sides. */
export const swapSketch: Art = {
  width: 560,
  height: 420,
  drawing: (
    <>
      <Lines paths={down} index={4} color="var(--color-tide)" />
      <Lines paths={up} index={4} color="var(--color-ink)" />
    </>
  ),
};

const waterLines = { width: 2880, height: 620, lines: 11, steps: 9 };
const calm = tideLines({ ...waterLines, seed: 41, left: [0.86, 0.97], right: [0.66, 0.82], swell: 0.008 });
const steady = tideLines({ ...waterLines, seed: 42, left: [0.82, 0.93], right: [0.34, 0.54], swell: 0.025 });
const lively = tideLines({ ...waterLines, seed: 43, left: [0.78, 0.88], right: [0.02, 0.24], swell: 0.06 });

/** Three bodies of water, each with higher waves than the one below. */
export const watersSketch: Art = {
  width: waterLines.width,
  height: waterLines.height,
  drawing: (
    <>
      <Lines paths={calm} index={5} />
      <Lines paths={steady} index={5} />
      <Lines paths={lively} index={5} />
    </>
  ),
};
