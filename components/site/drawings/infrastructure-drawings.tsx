import type { Art, ArtParameters } from '@/components/site/art/line-art';
import { Lines } from '@/components/site/art/line-art';
import { type Point, smoothPath, straightPath } from '@/lib/art/path';
import { spanLines } from '@/lib/art/spans';
import { TideGround } from './tide-ground';

/** Infrastructure: a bridge whose cables converge on its towers. The seed moves the towers. */
export function spansDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const shift = ((seed % 5) - 2) * 0.04;
  const bridge = spanLines({
    width,
    height,
    towers: [0.3 + shift, 0.78 + shift],
    cables: 12,
    stays: 26,
  });
  return {
    width,
    height,
    drawing: (
      <>
        <Lines paths={bridge.stays} index={0} color="var(--color-edge)" />
        <Lines paths={bridge.cables} index={0} color="var(--color-tide)" />
        <Lines paths={[...bridge.deck, ...bridge.towers]} index={0} weight={1.9} color="var(--color-ink)" />
      </>
    ),
  };
}

const STOREYS = 13;

/** A building seen from one corner, with floors that recede to both sides. The seed moves the corner. */
export function storeysDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const corner = width * (0.4 + (seed % 3) * 0.03);
  const [top, foot, eye] = [height * 0.1, height * 0.86, height * 0.72];
  /**
   * Returns a point on one face. `out` runs from the corner (0) to the far edge (1), and `y` is the height at the
   * corner.
   */
  const face = (side: -1 | 1, out: number, y: number): Point => {
    const reach = side < 0 ? corner - width * 0.14 : width * 0.88 - corner;
    return [corner + side * reach * out, y + (eye - y) * out * (side < 0 ? 0.34 : 0.44)];
  };
  const levels = Array.from({ length: STOREYS + 1 }, (_, i) => top + ((foot - top) * i) / STOREYS);
  const floors = levels.map((y) => straightPath([face(-1, 1, y), face(-1, 0, y), face(1, 1, y)]));
  const blinds = levels.slice(0, -1).flatMap((y, i) => {
    const pitch = (foot - top) / STOREYS;
    return i % 4 === 3
      ? []
      : [0.3, 0.5, 0.7].map((d) =>
          straightPath([face(1, 0.06, y + d * pitch), face(1, 0.94, y + d * pitch)]),
        );
  });
  const mullions = ([-1, 1] as const).flatMap((side) =>
    [0, 0.25, 0.5, 0.75, 1].map((out) => straightPath([face(side, out, top), face(side, out, foot)])),
  );
  return {
    width,
    height,
    drawing: (
      <>
        <TideGround seed={seed} width={width} height={height} top={0.76} />
        <path
          d={straightPath(
            [
              face(-1, 1, top),
              face(-1, 0, top),
              face(1, 1, top),
              face(1, 1, foot),
              face(-1, 0, foot),
              face(-1, 1, foot),
            ],
            true,
          )}
          fill="var(--color-raised)"
          color="var(--color-ink)"
          strokeWidth={3}
        />
        <path d={blinds.join('')} color="var(--color-water)" strokeWidth={2} />
        <path d={floors.join('') + mullions.join('')} color="var(--color-ink)" strokeWidth={2.4} />
      </>
    ),
  };
}

/** Arms of a pylon: height above ground and reach to each side, as fractions of the pylon's height. */
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
