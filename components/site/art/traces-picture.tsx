import { traceLines } from '@/lib/art/traces';
import { LineArt } from './line-art';
import { Lines } from './lines';
import type { PictureProps } from './picture-props';

/** Technologies: a bundle of traces that peels off into nodes. */
export function TracesPicture({ seed = 11, width = 1200, height = 900, ...frame }: PictureProps) {
  const { lines, nodes } = traceLines({ seed, width, height, lines: 23, pitch: 22 });
  return (
    <LineArt {...frame} width={width} height={height}>
      <Lines paths={lines} index={4} className="text-tide" />
      {nodes.map(([x, y]) => (
        <circle
          key={`${x},${y}`}
          cx={x}
          cy={y}
          r={8}
          className="fill-paper text-ink"
          strokeWidth={1.6}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </LineArt>
  );
}
