import { type Point, straightPath } from '@/lib/art/path';
import type { Art, ArtParameters } from '../art/art';
import { TideGround } from './tide-ground';

const STOREYS = 13;

/** A building at its corner: storeys that run off to both sides. The seed moves the corner. */
export function storeysDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const corner = width * (0.4 + (seed % 3) * 0.03);
  const [top, foot, eye] = [height * 0.1, height * 0.86, height * 0.72];
  /** A point on one face: `out` from the corner (0) to the far edge (1), at height y on the corner. */
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
