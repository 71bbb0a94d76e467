import { type Point, smoothPath } from './path';
import { tidePoints } from './tide-lines';

export interface Strata {
  seed: number;
  width: number;
  height: number;
  lines: number;
  /**
   * Faults. `x` is the position, as a fraction of the width. `drop` is how far the layers behind the fault are shifted
   * down, as a fraction of the height.
   */
  faults: readonly { x: number; drop: number }[];
}

/** Returns layers of ore that are offset by slanted faults, one path per layer. */
export function strataLines({ seed, width, height, lines, faults }: Strata): string[] {
  const field = tidePoints({
    seed,
    width,
    height,
    lines,
    steps: 12,
    swell: 0.06,
    left: [0.04, 0.92],
    right: [0.1, 1],
  });
  return field.map((line, i) => {
    const lean = ((i / lines - 0.5) * width) / 9;
    const edges = [-Infinity, ...faults.map((f) => f.x * width + lean), Infinity];
    return edges
      .slice(1)
      .map((end, part) => {
        const drop = faults.slice(0, part).reduce((sum, f) => sum + f.drop * height, 0);
        const piece = clip(line, (edges[part] ?? -Infinity) + 6, end - 6);
        return piece.length > 1 ? smoothPath(piece.map(([x, y]): Point => [x, y + drop])) : '';
      })
      .join('');
  });
}

/** Returns the part of a line between two x values, cut exactly at both. */
function clip(line: readonly Point[], from: number, to: number): Point[] {
  const cut = (a: Point, b: Point, x: number): Point => [
    x,
    a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0]),
  ];
  return line.flatMap((point, i): Point[] => {
    const next = line[i + 1];
    const inside = point[0] >= from && point[0] <= to ? [point] : [];
    if (!next) return inside;
    if (point[0] < from && next[0] > from) return [...inside, cut(point, next, from)];
    if (point[0] < to && next[0] > to) return [...inside, cut(point, next, to)];
    return inside;
  });
}

export interface Ingot {
  /** Lower left corner, in units. */
  at: Point;
  width: number;
  height: number;
  /** Number of hatch lines on the face. */
  hatch: number;
}

/** Returns an ingot seen from the side: its outline and the hatching on its face, one path each. */
export function ingotLines({ at: [x, y], width, height, hatch }: Ingot): { outline: string; face: string } {
  const slant = height * 0.28;
  const corner = (along: number, up: number): Point => [
    x + slant * up + (width - 2 * slant * up) * along,
    y - height * up,
  ];
  const trace = (points: readonly Point[]) =>
    points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${Math.round(px)} ${Math.round(py)}`).join('');
  const face = Array.from({ length: hatch }, (_, i) => (i + 1) / (hatch + 1))
    .map((up) => trace([corner(0.04, up), corner(0.96, up)]))
    .join('');
  return { outline: `${trace([corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)])}z`, face };
}
