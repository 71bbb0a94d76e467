import { traceLines } from '@/lib/art/traces';
import type { Art, ArtParameters } from '../art/art';
import { Lines } from '../art/lines';

/** Technologies: a bundle of traces that peels off into nodes. */
export function tracesDrawing({ seed = 11, width = 1200, height = 900 }: ArtParameters): Art {
  const { lines, nodes } = traceLines({ seed, width, height, lines: 23, pitch: 22 });
  return {
    width,
    height,
    drawing: (
      <>
        <Lines paths={lines} index={4} color="var(--color-tide)" />
        {nodes.map(([x, y]) => (
          <circle
            key={`${x},${y}`}
            cx={x}
            cy={y}
            r={8}
            fill="var(--color-paper)"
            color="var(--color-ink)"
            strokeWidth={1.6}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </>
    ),
  };
}
