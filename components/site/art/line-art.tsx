import type { ReactNode } from 'react';
import { brandMark, MARK_UNITS } from '@/lib/art/tide-lines';

interface LineArtProps {
  width: number;
  height: number;
  /** Text alternative. If omitted, the drawing is decorative and hidden from assistive technology. */
  label?: string | undefined;
  /** SVG `preserveAspectRatio`. */
  fit?: string;
  className?: string;
  children: ReactNode;
}

/** The `svg` element that contains a drawing: fixed view box, current color, and strokes only. */
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

interface LinesProps {
  paths: readonly string[];
  /** Stroke width in CSS pixels, independent of the drawing's scale. */
  weight?: number;
  /** Makes every `index`-th line heavier, or none if 0. */
  index?: number;
  /** CSS color, normally a theme token, because a drawing in a separate file can't use the page's classes. */
  color?: string;
}

/** Draws lines as two SVG paths: one for fine lines and one for heavier index lines. */
export function Lines({ paths, weight = 1, index = 5, color }: LinesProps) {
  const heavy = (i: number) => index > 0 && i % index === 0;
  const data = (keep: boolean) => paths.filter((_, i) => heavy(i) === keep).join('');
  return (
    <g color={color}>
      <path d={data(false)} strokeWidth={weight} vectorEffect="non-scaling-stroke" />
      {index > 0 && <path d={data(true)} strokeWidth={weight * 1.9} vectorEffect="non-scaling-stroke" />}
    </g>
  );
}

/** A drawing served as a file: SVG elements without classes or hooks, colored by theme tokens. */
export interface Art {
  width: number;
  height: number;
  drawing: ReactNode;
}

/** Drawings that share one file. */
export type ArtSheet = readonly [Art, ...Art[]];

/** Parameters of a drawing: a seed that selects a variant, and the size in units (about two per pixel). */
export interface ArtParameters {
  seed?: number;
  width?: number;
  height?: number;
}

const mark = brandMark();

/** The brand mark: four tide lines that sink into a well. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <LineArt width={MARK_UNITS} height={MARK_UNITS} className={className}>
      <path d={mark.d} strokeWidth={mark.strokeWidth} strokeLinecap="round" />
    </LineArt>
  );
}
