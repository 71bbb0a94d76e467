import type { Point } from './path';
import { tideLines } from './tide-lines';

export const PORTRAIT = { width: 800, height: 960 } as const;

export interface Portrait {
  seed: number;
  hair: 'short' | 'bob';
}

const face = 'M290 424C290 324 340 264 400 264S510 324 510 424C510 529 455 620 400 620S290 529 290 424z';
const neck = 'M338 520V690C350 742 376 772 400 790C424 772 450 742 462 690V520z';
const jacket =
  'M36 960C56 800 140 752 262 718L336 688C352 762 378 836 400 884C422 836 448 762 464 688L538 718C660 752 744 800 764 960z';
const shirt =
  'M336 688L306 706L372 858L400 900L428 858L494 706L464 688C448 740 424 772 400 790C376 772 352 740 336 688z';
const hairs = {
  short:
    'M284 444C256 324 276 208 404 202C530 198 548 324 516 444C512 396 500 368 476 346C424 362 352 358 322 330C304 362 292 396 284 444z',
  bob: 'M256 628C226 444 238 200 402 196C566 200 572 444 544 628C524 640 500 630 494 608C520 504 514 396 478 340C420 360 356 346 334 310C300 364 286 484 306 608C300 630 276 640 256 628z',
};
/** The shaded side of the face. Its edge runs along the forehead, nose, and lips. */
const shadow =
  'M424 224C404 324 408 374 416 404C422 434 434 460 438 476C430 490 416 492 412 498C420 524 424 544 410 634V824H640V224z';

/** Returns parallel strokes from left to right, each bent by `bend` units in the middle. */
function strokes(count: number, [left, top]: Point, [right, bottom]: Point, bend: number): string {
  const pitch = Math.round((bottom - top) / count);
  const half = Math.round((right - left) / 2);
  return Array.from(
    { length: count },
    (_, i) => `M${left} ${top + i * pitch}q${half} ${bend} ${2 * half} 0`,
  ).join('');
}

/** Returns circles around the crown of the head, which represent the hair. */
function whorl([x, y]: Point, rings: number, pitch: number): string {
  return Array.from({ length: rings }, (_, i) => {
    const r = (i + 1) * pitch;
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  }).join('');
}

/**
 * Returns an engraving-style bust of a fictional person as shapes and hatches. Hatches are denser in dark areas than in
 * light ones, and each is one path. Units are those of `PORTRAIT`.
 */
export function portrait({ seed, hair }: Portrait) {
  const back = { seed, ...PORTRAIT, lines: 24, steps: 5, left: [0.02, 0.98], right: [0.02, 0.98] } as const;
  return {
    shapes: { face, neck, jacket, shirt, hair: hairs[hair], shadow },
    hatches: {
      back: tideLines({ ...back, swell: 0.014 }).join(''),
      skin: strokes(30, [250, 230], [550, 830], 26),
      shadow: strokes(60, [250, 230], [550, 830], 26),
      hair: whorl([366, 236], hair === 'bob' ? 36 : 24, 12),
      jacket: strokes(32, [0, 730], [800, 1210], -130),
    },
  };
}
