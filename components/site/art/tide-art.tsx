import { type TideField, tideLines } from '@/lib/art/tide-lines';
import { type Art, LineArt, Lines } from './line-art';

/** A wide field of tide lines; every `index`-th line is heavier. */
export function tideArt({
  width = 2880,
  height = 1200,
  lines = 36,
  index = 5,
  ...field
}: Partial<TideField> & { seed: number; index?: number }): Art {
  return {
    width,
    height,
    drawing: <Lines paths={tideLines({ ...field, width, height, lines })} index={index} />,
  };
}

interface TideBannerProps extends Partial<TideField> {
  seed: number;
  label?: string;
  fit?: string;
  className?: string;
  /** Interval of heavier lines. */
  index?: number;
}

/** A wide field of tide lines; the parameters of `tideLines` shape it. */
export function TideBanner({
  label,
  fit,
  className,
  index,
  width = 2880,
  height = 1200,
  lines = 36,
  ...field
}: TideBannerProps) {
  return (
    <LineArt width={width} height={height} label={label} fit={fit} className={className}>
      <Lines paths={tideLines({ ...field, width, height, lines })} index={index} />
    </LineArt>
  );
}
