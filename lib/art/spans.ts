import { type Point, smoothPath, straightPath } from './path';

export interface Spans {
  width: number;
  height: number;
  /** Positions of the towers, as fractions of the width. */
  towers: readonly number[];
  /** Number of parallel cables over each tower. */
  cables: number;
  /** Number of gaps between stays in each span. */
  stays: number;
}

/** Returns the lines of a suspension bridge, whose cables meet at the towers and sag between them. */
export function spanLines({ width, height, towers, cables, stays }: Spans) {
  const deck = height * 0.74;
  const top = height * 0.12;
  const points = [-(towers[0] ?? 0.3), ...towers, 2 - (towers.at(-1) ?? 0.7)];
  const spans = points.slice(1).map((end, i) => [points[i] ?? 0, end] as const);
  const sag = (x: number, from: number, to: number, cable: number) => {
    const middle = (x - (from + to) / 2) / ((to - from) / 2);
    const low = deck - height * (0.05 + 0.34 * (cable / cables) ** 1.4);
    return low + (top + cable * 3 - low) * middle ** 2;
  };
  const cableLines = spans.flatMap(([from, to]) =>
    Array.from({ length: cables }, (_, cable) =>
      smoothPath(
        Array.from({ length: 9 }, (_, j): Point => {
          const x = from + ((to - from) * j) / 8;
          return [x * width, sag(x, from, to, cable)];
        }),
      ),
    ),
  );
  const stayLines = spans.flatMap(([from, to]) =>
    Array.from({ length: stays - 1 }, (_, j): string => {
      const x = from + ((to - from) * (j + 1)) / stays;
      return x < 0 || x > 1
        ? ''
        : straightPath([
            [x * width, sag(x, from, to, 0)],
            [x * width, deck],
          ]);
    }),
  );
  const towerLines = towers.flatMap((x) =>
    [-7, 7].map((side) =>
      straightPath([
        [x * width + side, top - 16],
        [x * width + side, height],
      ]),
    ),
  );
  const deckLines = [0, 8, 20].map((down) =>
    straightPath([
      [0, deck + down],
      [width, deck + down],
    ]),
  );
  return { cables: cableLines, stays: stayLines.filter(Boolean), towers: towerLines, deck: deckLines };
}
