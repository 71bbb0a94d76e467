import { type Point, smoothPath } from './path';
import { seededRandom } from './random';
import { type TideField, tidePoints } from './tide-lines';

/** A field whose lines come from the right and break off: each ends somewhere between two fractions of the width. */
export function brokenLines(
  field: TideField,
  [from, to]: readonly [number, number],
): { paths: string[]; ends: Point[] } {
  const random = seededRandom(field.seed + 1);
  const kept = tidePoints(field).map((line) => {
    const end = field.width * (from + (to - from) * random());
    const rest = line.filter(([x]) => x >= end);
    return rest.length > 1 ? rest : line.slice(-2);
  });
  return {
    paths: kept.map((line) => smoothPath(line)),
    ends: kept.flatMap((line) => line.slice(0, 1).map(([x, y]): Point => [Math.round(x), Math.round(y)])),
  };
}
