import { type Point, seededRandom, smoothPath } from './path';

/** Vertical extent of the line bundle at one edge: positions of the first and last line, as fractions of the height. */
export type Mouth = readonly [first: number, last: number];

/** An obstacle that lines flow around, in fractions of the width and height. */
export interface Stone {
  x: number;
  y: number;
  /** Half the width and half the height of the area that lines avoid. */
  width: number;
  height: number;
}

/** A well that pulls lines down. The lowest line moves the farthest. `depth` is a fraction of the height. */
export interface Well {
  x: number;
  width: number;
  depth: number;
}

export interface TideField {
  seed: number;
  width: number;
  height: number;
  /** Number of lines. */
  lines: number;
  /** Number of segments per line. */
  steps?: number;
  /** Extents of the bundle at the left and right edges. Lines are dense where the extent is small. */
  left?: Mouth;
  right?: Mouth;
  /** Where the bundle starts to change from its left to its right extent, as a fraction of the width (0 to 1). */
  opens?: number;
  /** Height of the waves, as a fraction of the drawing's height. */
  swell?: number;
  stones?: readonly Stone[];
  wells?: readonly Well[];
}

const smoothstep = (t: number) => t * t * (3 - 2 * t);

/**
 * Returns a field of parallel lines that rise and fall together, flow around stones, dip into wells, and converge where
 * an edge is narrow. They never cross, because each step preserves their order.
 */
export function tideLines(field: TideField): string[] {
  return tidePoints(field).map((points) => smoothPath(points));
}

/** Returns the same field as `tideLines`, but as points, for drawings that cut or hatch the lines. */
export function tidePoints(field: TideField): Point[][] {
  const {
    seed,
    width,
    height,
    lines,
    steps = 16,
    left = [0, 1],
    right = [0, 1],
    opens = 0,
    swell = 0.05,
  } = field;
  const random = seededRandom(seed);
  const waves = [1, 2, 3].map((n) => ({
    frequency: (n + random() * 0.8) * Math.PI,
    phase: random() * Math.PI * 2,
    lean: (random() - 0.5) * 2,
    height: swell / n,
  }));

  return Array.from({ length: lines }, (_, i) => {
    const depth = lines > 1 ? i / (lines - 1) : 0.5;
    const course = (x: number) => {
      const open = smoothstep(Math.max(0, (x - opens) / (1 - opens)));
      const first = left[0] + (right[0] - left[0]) * open;
      return { first, breadth: left[1] + (right[1] - left[1]) * open - first };
    };
    // Each line passes a stone on the same side along its whole length, so that it never jumps.
    const aside = (field.stones ?? []).map((stone) => {
      const { first, breadth } = course(stone.x);
      return { stone, lane: first + breadth * depth - stone.y };
    });
    return Array.from({ length: steps + 1 }, (_, j): Point => {
      const x = j / steps;
      const { first, breadth } = course(x);
      let y = first + breadth * depth;
      for (const wave of waves) {
        y +=
          wave.height * Math.sin(x * wave.frequency + wave.phase + depth * wave.lean) * (0.4 + 0.6 * breadth);
      }
      for (const well of field.wells ?? []) {
        y += well.depth * depth * Math.exp(-(((x - well.x) / well.width) ** 2));
      }
      for (const { stone, lane } of aside) {
        const clear = stone.height * Math.exp(-(((x - stone.x) / stone.width) ** 4));
        y += Math.sign(lane || 1) * Math.hypot(lane, clear) - lane;
      }
      return [x * width, y * height];
    });
  });
}

/** Side length of the logo's square view box. */
export const MARK_UNITS = 256;

/**
 * Returns the path data of the logo: four lines that dip into a well. `coarse`, for sizes below 24 pixels, has three
 * lines with more space between them.
 */
export function brandMark({ coarse = false } = {}): { d: string; strokeWidth: number } {
  const mouth = [0.15, coarse ? 0.54 : 0.5] as const;
  const lines = tideLines({
    seed: 1,
    width: MARK_UNITS,
    height: MARK_UNITS,
    lines: coarse ? 3 : 4,
    steps: 12,
    swell: 0,
    left: mouth,
    right: mouth,
    wells: [{ x: 0.5, width: 0.21, depth: coarse ? 0.34 : 0.4 }],
  });
  return { d: lines.join(''), strokeWidth: coarse ? 28 : 20 };
}

/** Returns a field whose lines start at the right edge and end at random points between two fractions of the width. */
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
