import { spanLines } from '@/lib/art/spans';
import { LineArt } from './line-art';
import { Lines } from './lines';
import type { PictureProps } from './picture-props';

/** Infrastructure: the cables of a bridge gather on its towers. The seed moves the towers. */
export function SpansPicture({ seed = 0, width = 1200, height = 900, ...frame }: PictureProps) {
  const shift = ((seed % 5) - 2) * 0.04;
  const bridge = spanLines({
    width,
    height,
    towers: [0.3 + shift, 0.78 + shift],
    cables: 12,
    stays: 26,
  });
  return (
    <LineArt {...frame} width={width} height={height}>
      <Lines paths={bridge.stays} index={0} className="text-edge" />
      <Lines paths={bridge.cables} index={0} className="text-tide" />
      <Lines paths={[...bridge.deck, ...bridge.towers]} index={0} weight={1.9} className="text-ink" />
    </LineArt>
  );
}
