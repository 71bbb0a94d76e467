import { type Point, seededRandom, smoothPath } from './path';

export interface Rings {
  seed: number;
  /** Center, in units. */
  centre: Point;
  /** Radii of the innermost and outermost rings, in units. */
  inner: number;
  outer: number;
  rings: number;
  /** Deviation of a ring from a circle, as a fraction of its radius. */
  wobble?: number;
  /** Offset of the outermost ring's center from the innermost ring's center, in units. */
  lean?: Point;
}

/** Returns growth rings, like a tree's: closed lines around a core, each similar in shape to the previous one. */
export function ringLines({
  seed,
  centre,
  inner,
  outer,
  rings,
  wobble = 0.08,
  lean = [0, 0],
}: Rings): string[] {
  const random = seededRandom(seed);
  const waves = [2, 3, 5].map((n) => ({ n, phase: random() * Math.PI * 2, drift: (random() - 0.5) * 1.6 }));
  const points = 13;
  return Array.from({ length: rings }, (_, i) => {
    const age = rings > 1 ? i / (rings - 1) : 0;
    // Varies the spacing between rings without changing their order.
    const radius =
      inner + (outer - inner) * (age + 0.35 * (Math.sin(age * 9 + seed) / 9) * age * (1 - age) * 4);
    const ring = Array.from({ length: points }, (_, j): Point => {
      const angle = (j / points) * Math.PI * 2;
      const offset = waves.reduce((sum, w) => sum + Math.sin(angle * w.n + w.phase + age * w.drift) / w.n, 0);
      const r = radius * (1 + wobble * offset);
      return [
        centre[0] + lean[0] * age + Math.cos(angle) * r,
        centre[1] + lean[1] * age + Math.sin(angle) * r,
      ];
    });
    return smoothPath(ring, true);
  });
}
