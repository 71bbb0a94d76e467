import { spanLines } from '@/lib/art/spans';
import type { Art, ArtParameters } from '../art/art';
import { Lines } from '../art/lines';

/** Infrastructure: the cables of a bridge gather on its towers. The seed moves the towers. */
export function spansDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const shift = ((seed % 5) - 2) * 0.04;
  const bridge = spanLines({
    width,
    height,
    towers: [0.3 + shift, 0.78 + shift],
    cables: 12,
    stays: 26,
  });
  return {
    width,
    height,
    drawing: (
      <>
        <Lines paths={bridge.stays} index={0} color="var(--color-edge)" />
        <Lines paths={bridge.cables} index={0} color="var(--color-tide)" />
        <Lines paths={[...bridge.deck, ...bridge.towers]} index={0} weight={1.9} color="var(--color-ink)" />
      </>
    ),
  };
}
