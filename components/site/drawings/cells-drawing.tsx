import { seededRandom } from '@/lib/art/path';
import type { Art, ArtParameters } from '../art/art';

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** A battery seen from above: packed cells, the fuller ones with more rings. The seed sets the charge of each. */
export function cellsDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const random = seededRandom(seed);
  const r = 84;
  const pitch = r * 2 + 14;
  const rows = Math.ceil(height / (pitch * 0.87)) + 1;
  const columns = Math.ceil(width / pitch) + 1;
  const cells = Array.from({ length: rows * columns }, (_, i) => {
    const row = Math.floor(i / columns);
    const x = Math.round(((i % columns) + (row % 2) / 2) * pitch);
    return { x, y: Math.round(row * pitch * 0.87), charge: 2 + Math.floor(random() * 6) };
  });
  const rings = cells.flatMap(({ x, y, charge }) =>
    Array.from({ length: charge }, (_, i) =>
      circle(x, y, 18 + Math.round(((i + 1) * (r - 26)) / (charge + 1))),
    ),
  );
  return {
    width,
    height,
    drawing: (
      <>
        <path d={rings.join('')} color="var(--color-water)" strokeWidth={2} />
        <path
          d={cells.map(({ x, y }) => circle(x, y, r) + circle(x, y, 14)).join('')}
          color="var(--color-ink)"
          strokeWidth={3}
        />
      </>
    ),
  };
}
