import { type Point, seededRandom, straightPath } from './path';

export interface Traces {
  seed: number;
  width: number;
  height: number;
  lines: number;
  /** Distance between neighboring lines, in the units of `width` and `height`. */
  pitch: number;
}

/**
 * Returns circuit traces: lines that enter from the left as a bundle, turn at 45 degrees, and each end in a node. Bends
 * are offset so that lines keep their distance around corners.
 */
export function traceLines({ seed, width, height, lines, pitch }: Traces): {
  lines: string[];
  nodes: Point[];
} {
  const random = seededRandom(seed);
  const nodes: Point[] = [];
  const middle = (lines - 1) / 2;
  const paths = Array.from({ length: lines }, (_, i) => {
    const offset = i - middle;
    const points: Point[] = [[0, height * 0.5 + offset * pitch]];
    let [x, y] = points[0] ?? [0, 0];
    const climb = offset < 0 ? -1 : 1;
    const reach = Math.abs(offset) / middle;
    const turns = 1 + Math.round(random() * 1.4);
    for (let turn = 0; turn < turns; turn++) {
      x += width * (turn === 0 ? 0.14 + 0.2 * (1 - reach) : 0.1 + random() * 0.1);
      points.push([x, y]);
      const rise = height * (turn === 0 ? 0.09 + 0.17 * reach : 0.05 + random() * 0.03);
      x += rise;
      y += climb * rise;
      points.push([x, y]);
    }
    x = Math.min(width - pitch, Math.max(x + width * 0.06, width * (0.52 + random() * 0.44)));
    points.push([x, y]);
    nodes.push([Math.round(x), Math.round(y)]);
    return straightPath(points);
  });
  return { lines: paths, nodes };
}
