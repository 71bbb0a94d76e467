import { type Point, smoothPath, straightPath } from '@/lib/art/path';
import type { Art, ArtParameters } from '../art/art';
import { TideGround } from './tide-ground';

/** Arms of a pylon: height above the ground and reach to each side, as fractions of the pylon's height. */
const ARMS = [
  [0.93, 0.2],
  [0.78, 0.27],
  [0.63, 0.2],
] as const;

/** Transmission lines that sag from pylon to pylon into the distance. */
export function wiresDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const ground = height * 0.83;
  const pylons = [
    { x: -0.22, size: 1.12 },
    { x: 0.24, size: 0.86 },
    { x: 0.6 + (seed % 3) * 0.02, size: 0.6 },
    { x: 0.86, size: 0.4 },
    { x: 1.06, size: 0.26 },
  ].map(({ x, size }) => ({
    x: x * width,
    tall: size * height * 0.88,
    foot: ground - (1 - size) * height * 0.12,
  }));
  const tip = (p: (typeof pylons)[number], [up, reach]: readonly [number, number], side: number): Point => [
    p.x + side * reach * p.tall,
    p.foot - up * p.tall,
  ];
  const wires = pylons.slice(1).flatMap((to, i) => {
    const from = pylons[i] ?? to;
    return ARMS.flatMap((arm) =>
      [-1, 1].map((side) => {
        const [a, b] = [tip(from, arm, side), tip(to, arm, side)];
        const sag = (b[0] - a[0]) * 0.16;
        const at = (t: number): Point => [
          a[0] + (b[0] - a[0]) * t,
          a[1] + (b[1] - a[1]) * t + sag * 4 * t * (1 - t),
        ];
        return smoothPath([0, 0.25, 0.5, 0.75, 1].map(at));
      }),
    );
  });
  const frames = pylons.map((p) => {
    const leg = (side: number) =>
      straightPath([
        [p.x, p.foot - p.tall],
        [p.x + side * p.tall * 0.13, p.foot],
      ]);
    const arms = ARMS.map((arm) =>
      straightPath([tip(p, arm, -1), [p.x, p.foot - (arm[0] + 0.06) * p.tall], tip(p, arm, 1)], true),
    );
    return leg(-1) + leg(1) + arms.join('');
  });
  return {
    width,
    height,
    drawing: (
      <>
        <TideGround seed={seed} width={width} height={height} top={0.78} />
        <path d={wires.join('')} color="var(--color-water)" strokeWidth={2.4} />
        <path d={frames.join('')} color="var(--color-ink)" strokeWidth={3} />
      </>
    ),
  };
}
