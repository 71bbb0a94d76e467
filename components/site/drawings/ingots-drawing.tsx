import { ingotLines } from '@/lib/art/strata';
import type { Art, ArtParameters } from '../art/art';
import { TideGround } from './tide-ground';

/** A pyramid of cast bars on the tide. The seed sets how many bars lie in the lowest row. */
export function ingotsDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const base = 4 + (seed % 2);
  const ingot = { width: (width * 0.78) / base, height: height * 0.13, hatch: 7 };
  const gap = height * 0.014;
  const floor = height * 0.79;
  const bars = Array.from({ length: base - 1 }, (_, row) =>
    Array.from({ length: base - row }, (_, i) => {
      const x = width * 0.11 + (i + row / 2) * ingot.width;
      return ingotLines({ ...ingot, width: ingot.width * 0.95, at: [x, floor - row * (ingot.height + gap)] });
    }),
  ).flat();
  return {
    width,
    height,
    drawing: (
      <>
        <TideGround seed={seed} width={width} height={height} top={0.62} />
        <path
          d={bars.map((bar) => bar.outline).join('')}
          fill="var(--color-raised)"
          color="var(--color-ink)"
          strokeWidth={3}
        />
        <path d={bars.map((bar) => bar.face).join('')} color="var(--color-water)" strokeWidth={2} />
      </>
    ),
  };
}
