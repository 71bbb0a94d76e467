import { type TideField, tideLines } from '@/lib/art/tide-lines';
import { type Art, LineArt, Lines } from './line-art';

/** A wide field of tide lines. Every `index`-th line is heavier. */
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
  index?: number;
}

/** A wide banner of tide lines, shaped by the parameters of `tideLines`. */
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
