import type { ReactNode } from 'react';

interface LineArtProps {
  width: number;
  height: number;
  /** What the picture shows. Without it the picture is decoration and hidden from assistive technology. */
  label?: string | undefined;
  /** How the picture fills a box of another shape, as in SVG. */
  fit?: string;
  className?: string;
  children: ReactNode;
}

/** The frame of every drawing: fixed view box, current colour, strokes only. */
export function LineArt({ width, height, label, fit = 'xMidYMid slice', className, children }: LineArtProps) {
  const frame = {
    viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: fit,
    fill: 'none',
    stroke: 'currentColor',
    className,
    focusable: false,
  };
  return label ? (
    <svg {...frame} role="img" aria-label={label}>
      {children}
    </svg>
  ) : (
    <svg {...frame} aria-hidden="true">
      {children}
    </svg>
  );
}
