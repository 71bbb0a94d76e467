import type { Art, ArtParameters } from '@/components/site/art/line-art';
import { Lines } from '@/components/site/art/line-art';
import { seededRandom } from '@/lib/art/path';
import { traceLines } from '@/lib/art/traces';

/** Technologies: a bundle of traces that branches off into nodes. */
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

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/**
 * A battery seen from above: packed cells, in which more rings mean a higher charge. The seed sets the charge of each
 * cell.
 */
export function cellsDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const random = seededRandom(seed);
  const r = 84;
  const pitch = r * 2 + 14;
  const rows = Math.ceil(height / (pitch * 0.87)) + 1;
  const columns = Math.ceil(width / pitch) + 1;
  const cells = Array.from({ length: rows * columns }, (_, i) => {
    const row = Math.floor(i / columns);
    const x = Math.round(((i % columns) + (row % 2) / 2) * pitch);
    return { x, y: Math.round(row * pitch * 0.87), charge: 2 + Math.floor(random() * 6) };
  });
  const rings = cells.flatMap(({ x, y, charge }) =>
    Array.from({ length: charge }, (_, i) =>
      circle(x, y, 18 + Math.round(((i + 1) * (r - 26)) / (charge + 1))),
    ),
  );
  return {
    width,
    height,
    drawing: (
      <>
        <path d={rings.join('')} color="var(--color-water)" strokeWidth={2} />
        <path
          d={cells.map(({ x, y }) => circle(x, y, r) + circle(x, y, 14)).join('')}
          color="var(--color-ink)"
          strokeWidth={3}
        />
      </>
    ),
  };
}

const STRANDS = 7;

/** Two interlocked rings of many strands, like links of a chain. */
export function linksDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const r = Math.min(width, height) * 0.3;
  const pitch = r * 0.062;
  const drop = r * 0.16 * ((seed % 3) - 1);
  const left = { x: width / 2 - r * 0.62, y: height / 2 - drop };
  const right = { x: width / 2 + r * 0.62, y: height / 2 + drop };
  const strands = Array.from({ length: STRANDS }, (_, i) => r - (i - (STRANDS - 1) / 2) * pitch);
  const ring = ({ x, y }: typeof left, radius: number) => {
    const [cx, cy, q] = [Math.round(x), Math.round(y), Math.round(radius)];
    return `M${cx - q} ${cy}a${q} ${q} 0 1 0 ${2 * q} 0a${q} ${q} 0 1 0 ${-2 * q} 0`;
  };
  /** The arc of the left ring that passes over the right one. */
  const over = (radius: number) => {
    const at = (angle: number) =>
      `${Math.round(left.x + Math.cos(angle) * radius)} ${Math.round(left.y + Math.sin(angle) * radius)}`;
    return `M${at(0.35)}A${Math.round(radius)} ${Math.round(radius)} 0 0 1 ${at(1.35)}`;
  };
  const band = STRANDS * pitch + 10;
  return {
    width,
    height,
    drawing: (
      <>
        <path d={strands.map((s) => ring(left, s)).join('')} color="var(--color-water)" strokeWidth={2.4} />
        <path d={ring(right, r)} color="var(--color-raised)" strokeWidth={band} />
        <path d={strands.map((s) => ring(right, s)).join('')} color="var(--color-ink)" strokeWidth={2.4} />
        <path d={over(r)} color="var(--color-raised)" strokeWidth={band} />
        <path d={strands.map(over).join('')} color="var(--color-water)" strokeWidth={2.4} />
      </>
    ),
  };
}
