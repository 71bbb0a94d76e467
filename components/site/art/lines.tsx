interface LinesProps {
  paths: readonly string[];
  /** Stroke width in CSS pixels, whatever the picture's scale. */
  weight?: number;
  /** Every so many lines one is heavier, like the index contours of a chart; 0 for none. */
  index?: number;
  /** CSS colour, a theme token as a rule: in a file of its own a drawing has no classes. */
  color?: string;
}

/** A run of lines as two SVG paths: the fine ones and the index lines. */
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
