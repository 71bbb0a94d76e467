import { seededRandom, straightPath } from '@/lib/art/path';
import type { Art, ArtParameters } from '../art/art';
import { TideGround } from './tide-ground';

/** A laden ship: stacks of containers, each with the ribs of its wall. The seed loads the stacks. */
export function containersDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const random = seededRandom(seed);
  const deck = Math.round(height * 0.68);
  const box = { width: Math.round(width * 0.105), height: Math.round(height * 0.098) };
  const boxes = Array.from({ length: 7 }, (_, column) =>
    Array.from({ length: 3 + Math.floor(random() * 3) }, (_, row) => ({
      x: Math.round(width * 0.12) + column * (box.width + 8),
      y: deck - (row + 1) * (box.height + 6),
    })),
  ).flat();
  const ribs = boxes.flatMap(({ x, y }) =>
    Array.from(
      { length: 8 },
      (_, i) => `M${x + Math.round(((i + 1) * box.width) / 9)} ${y + 10}v${box.height - 20}`,
    ),
  );
  const outlines = boxes.map(({ x, y }) => `M${x} ${y}h${box.width}v${box.height}h${-box.width}z`);
  const hull = straightPath(
    [
      [width * 0.06, deck],
      [width * 0.97, deck],
      [width * 0.89, height * 0.84],
      [width * 0.12, height * 0.84],
    ],
    true,
  );
  return {
    width,
    height,
    drawing: (
      <>
        <path d={ribs.join('')} color="var(--color-water)" strokeWidth={2} />
        <path d={outlines.join('')} color="var(--color-ink)" strokeWidth={3} />
        <path d={hull} fill="var(--color-raised)" color="var(--color-ink)" strokeWidth={3} />
        <TideGround seed={seed} width={width} height={height} top={0.8} />
      </>
    ),
  };
}
