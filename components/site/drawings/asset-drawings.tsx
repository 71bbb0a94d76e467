import type { Art, ArtParameters } from '@/components/site/art/line-art';
import { Lines } from '@/components/site/art/line-art';
import { seededRandom } from '@/lib/art/path';
import { ringLines } from '@/lib/art/rings';
import { ingotLines } from '@/lib/art/strata';
import { tideLines } from '@/lib/art/tide-lines';

/** Asset management: off-center growth rings, like those of a tree. */
export function ringsDrawing({ seed = 4, width = 1200, height = 900 }: ArtParameters): Art {
  const rings = ringLines({
    seed,
    centre: [width * 0.58, height * 0.46],
    inner: height * 0.02,
    outer: height * 0.72,
    rings: 22,
    wobble: 0.07,
    lean: [-width * 0.06, height * 0.03],
  });
  return {
    width,
    height,
    drawing: (
      <>
        <Lines paths={rings} index={6} color="var(--color-tide)" />
      </>
    ),
  };
}

const SHELVES = 5;

/** Vault shelves with gold bars seen from the end. The seed determines which positions are empty. */
export function vaultDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const random = seededRandom(seed);
  const pitch = height / SHELVES;
  const bar = { width: 128, height: Math.round(pitch * 0.3), hatch: 5 };
  const places = Math.ceil(width / 146);
  const bars = Array.from({ length: SHELVES * places * 2 }, (_, i) => {
    const [shelf, layer, place] = [Math.floor(i / (places * 2)), Math.floor(i / places) % 2, i % places];
    const y = (shelf + 0.86) * pitch - layer * (bar.height + 4);
    // Each upper bar rests on two lower ones.
    const x = place * 146 + 12 + layer * 73;
    return random() < 0.2 * (layer * 2 + 0.2) ? [] : [ingotLines({ ...bar, at: [x, y] })];
  }).flat();
  const shelves = Array.from({ length: SHELVES }, (_, i) => {
    const y = Math.round((i + 0.86) * pitch) + 3;
    return `M0 ${y}h${width}M0 ${y + 10}h${width}`;
  });
  return {
    width,
    height,
    drawing: (
      <>
        <path d={shelves.join('')} color="var(--color-edge)" strokeWidth={2.4} />
        <path
          d={bars.map((b) => b.outline).join('')}
          fill="var(--color-raised)"
          color="var(--color-ink)"
          strokeWidth={3}
        />
        <path d={bars.map((b) => b.face).join('')} color="var(--color-water)" strokeWidth={2} />
      </>
    ),
  };
}

const stones = [
  { x: 0.3, y: 0.36, width: 0.13, height: 0.13 },
  { x: 0.68, y: 0.66, width: 0.17, height: 0.17 },
];

/** A stream of water that splits around stones and rejoins behind them. */
export function currentDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const paths = tideLines({
    seed,
    width,
    height,
    lines: 30,
    steps: 28,
    swell: 0.05,
    left: [-0.04, 1.04],
    right: [0.02, 1],
    stones,
  });
  return { width, height, drawing: <Lines paths={paths} color="var(--color-water)" /> };
}
