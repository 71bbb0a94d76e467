import { seededRandom } from '@/lib/art/random';
import { ingotLines } from '@/lib/art/strata';
import { LineArt } from '../art/line-art';
import type { PictureProps } from '../art/picture-props';

const SHELVES = 5;

/** Shelves of a vault with bars laid end on; the seed leaves some places empty. */
export function VaultDrawing({ seed = 0, width = 1200, height = 900, ...frame }: PictureProps) {
  const random = seededRandom(seed);
  const pitch = height / SHELVES;
  const bar = { width: 128, height: Math.round(pitch * 0.3), hatch: 5 };
  const places = Math.ceil(width / 146);
  const bars = Array.from({ length: SHELVES * places * 2 }, (_, i) => {
    const [shelf, layer, place] = [Math.floor(i / (places * 2)), Math.floor(i / places) % 2, i % places];
    const y = (shelf + 0.86) * pitch - layer * (bar.height + 4);
    // An upper bar lies on two lower ones.
    const x = place * 146 + 12 + layer * 73;
    return random() < 0.2 * (layer * 2 + 0.2) ? [] : [ingotLines({ ...bar, at: [x, y] })];
  }).flat();
  const shelves = Array.from({ length: SHELVES }, (_, i) => {
    const y = Math.round((i + 0.86) * pitch) + 3;
    return `M0 ${y}h${width}M0 ${y + 10}h${width}`;
  });
  return (
    <LineArt {...frame} width={width} height={height}>
      <path d={shelves.join('')} className="text-edge" strokeWidth={2.4} />
      <path d={bars.map((b) => b.outline).join('')} className="fill-raised text-ink" strokeWidth={3} />
      <path d={bars.map((b) => b.face).join('')} className="text-water" strokeWidth={2} />
    </LineArt>
  );
}
