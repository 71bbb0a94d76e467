import type { Art, ArtParameters } from '@/components/site/art/line-art';
import { Lines } from '@/components/site/art/line-art';
import { seededRandom, smoothPath, straightPath } from '@/lib/art/path';
import { ingotLines, strataLines } from '@/lib/art/strata';
import { tideLines } from '@/lib/art/tide-lines';
import { TideGround } from './tide-ground';

/** Commodities: layers of ore offset by faults, and a stack of ingots. */
export function strataDrawing({ seed = 5, width = 1200, height = 900 }: ArtParameters): Art {
  const faults = [
    { x: 0.36, drop: 0.09 },
    { x: 0.72, drop: -0.13 },
  ];
  const ingot = { width: width * 0.17, height: height * 0.068, hatch: 5 };
  const stack = [
    [0.29, 0],
    [0.475, 0],
    [0.382, 1],
  ] as const;
  const floor = height * 0.72;
  return {
    width,
    height,
    drawing: (
      <>
        <Lines
          paths={strataLines({ seed, width, height, lines: 20, faults })}
          index={6}
          color="var(--color-tide)"
        />
        {stack.map(([x, row]) => {
          const { outline, face } = ingotLines({
            ...ingot,
            at: [x * width, floor - row * (ingot.height + 8)],
          });
          return (
            <g key={`${x}`} color="var(--color-ink)">
              <path
                d={outline}
                fill="var(--color-raised)"
                strokeWidth={1.9}
                vectorEffect="non-scaling-stroke"
              />
              <path d={face} strokeWidth={1} vectorEffect="non-scaling-stroke" />
            </g>
          );
        })}
      </>
    ),
  };
}

/** A loaded ship with stacks of containers, each with ribbed walls. The seed sets the height of each stack. */
export function containersDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const random = seededRandom(seed);
  const deck = Math.round(height * 0.68);
  const box = { width: Math.round(width * 0.105), height: Math.round(height * 0.098) };
  const boxes = Array.from({ length: 7 }, (_, column) =>
    Array.from({ length: 3 + Math.floor(random() * 3) }, (_, row) => ({
      x: Math.round(width * 0.12) + column * (box.width + 8),
      y: deck - (row + 1) * (box.height + 6),
    })),
  ).flat();
  const ribs = boxes.flatMap(({ x, y }) =>
    Array.from(
      { length: 8 },
      (_, i) => `M${x + Math.round(((i + 1) * box.width) / 9)} ${y + 10}v${box.height - 20}`,
    ),
  );
  const outlines = boxes.map(({ x, y }) => `M${x} ${y}h${box.width}v${box.height}h${-box.width}z`);
  const hull = straightPath(
    [
      [width * 0.06, deck],
      [width * 0.97, deck],
      [width * 0.89, height * 0.84],
      [width * 0.12, height * 0.84],
    ],
    true,
  );
  return {
    width,
    height,
    drawing: (
      <>
        <path d={ribs.join('')} color="var(--color-water)" strokeWidth={2} />
        <path d={outlines.join('')} color="var(--color-ink)" strokeWidth={3} />
        <path d={hull} fill="var(--color-raised)" color="var(--color-ink)" strokeWidth={3} />
        <TideGround seed={seed} width={width} height={height} top={0.8} />
      </>
    ),
  };
}

/** A pyramid of cast bars above water. The seed sets the number of bars in the lowest row. */
export function ingotsDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const base = 4 + (seed % 2);
  const ingot = { width: (width * 0.78) / base, height: height * 0.13, hatch: 7 };
  const gap = height * 0.014;
  const floor = height * 0.79;
  const bars = Array.from({ length: base - 1 }, (_, row) =>
    Array.from({ length: base - row }, (_, i) => {
      const x = width * 0.11 + (i + row / 2) * ingot.width;
      return ingotLines({ ...ingot, width: ingot.width * 0.95, at: [x, floor - row * (ingot.height + gap)] });
    }),
  ).flat();
  return {
    width,
    height,
    drawing: (
      <>
        <TideGround seed={seed} width={width} height={height} top={0.62} />
        <path
          d={bars.map((bar) => bar.outline).join('')}
          fill="var(--color-raised)"
          color="var(--color-ink)"
          strokeWidth={3}
        />
        <path d={bars.map((bar) => bar.face).join('')} color="var(--color-water)" strokeWidth={2} />
      </>
    ),
  };
}

/** Furrows that run to the horizon, with hills in the background. The seed moves the furrows' vanishing point. */
export function furrowsDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const meet = width * (0.56 + (seed % 4) * 0.05);
  const horizon = height * 0.36;
  const furrows = Array.from({ length: 43 }, (_, i) => {
    const at = (i - 21) / 21;
    const [near, far] = [meet + at * width * 2.3, meet + at * width * 0.34];
    const bend = width * 0.06 * (1 - Math.abs(at));
    return smoothPath([
      [far, horizon],
      [far + (near - far) * 0.14 + bend, horizon + height * 0.14],
      [far + (near - far) * 0.48 + bend * 0.6, horizon + height * 0.38],
      [near, height * 1.02],
    ]);
  });
  const hills = tideLines({
    seed,
    width,
    height,
    lines: 9,
    steps: 8,
    swell: 0.08,
    left: [0.2, 0.37],
    right: [0.27, 0.35],
  });
  return {
    width,
    height,
    drawing: (
      <>
        <Lines paths={hills} index={0} color="var(--color-edge)" />
        <path d={`M0 ${horizon}H${width}V${height}H0z`} fill="var(--color-raised)" stroke="none" />
        <Lines paths={furrows} index={4} color="var(--color-water)" />
        <path d={`M0 ${horizon}H${width}`} color="var(--color-ink)" strokeWidth={3} />
      </>
    ),
  };
}
