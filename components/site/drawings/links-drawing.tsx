import type { Art, ArtParameters } from '../art/art';

const STRANDS = 7;

/** Two rings of many strands, each passing over the other once, as the links of a chain do. */
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
  /** The quarter of the left link that lies above the right one. */
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
