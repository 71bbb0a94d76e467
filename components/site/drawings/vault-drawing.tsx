import { seededRandom } from '@/lib/art/path';
import { ingotLines } from '@/lib/art/strata';
import type { Art, ArtParameters } from '../art/art';

const SHELVES = 5;

/** Shelves of a vault with bars laid end on; the seed leaves some places empty. */
export function vaultDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
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
