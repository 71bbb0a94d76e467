import { seededRandom } from './path';
import { ringLines } from './rings';

/** Side length of the mark's square view box. */
export const ACCOUNT_MARK_UNITS = 128;

/** FNV-1a hash of the whole address, so that addresses with the same first and last characters get different seeds. */
const seedOf = (address: string) =>
  [...address.toLowerCase()].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0,
    0x811c9dc5,
  );

/** Hues that people tell apart at a glance. */
const HUES = 12;

type AccountMark = {
  /** Path data of the thin rings, and of every third ring, which is bolder. */
  fine: string;
  heavy: string;
  /** Path data of the innermost ring, to be filled. */
  core: string;
  /** Hue of OKLCH, in degrees. */
  hue: number;
};

/**
 * Returns the ring pattern that is shown for an account without a profile picture. The center is inside the square, and
 * the rings extend beyond its edges.
 */
export function accountMark(address: string): AccountMark {
  const seed = seedOf(address);
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const lines = ringLines({
    seed: seed % 1_000,
    centre: [ACCOUNT_MARK_UNITS * between(0.15, 0.85), ACCOUNT_MARK_UNITS * between(0.15, 0.85)],
    inner: between(6, 26),
    outer: between(110, 150),
    rings: Math.round(between(5, 12)),
    wobble: between(0.02, 0.22),
    lean: [between(-20, 20), between(-20, 20)],
  });
  const first = Math.floor(between(0, 3));
  const isHeavy = (index: number) => index % 3 === first;
  return {
    fine: lines.filter((_, index) => !isHeavy(index)).join(''),
    heavy: lines.filter((_, index) => isHeavy(index)).join(''),
    core: lines[0] ?? '',
    hue: Math.floor(between(0, HUES)) * (360 / HUES),
  };
}
