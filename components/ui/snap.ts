import { SLIDER } from '@/lib/constants';

type Range = { min: number; max: number };

const stopsOf = ({ min, max }: Range) => SLIDER.stops.map((percent) => min + ((max - min) * percent) / 100);

/** The stop nearest to a value; half way between two it is the upper one. */
export function snapToStop(value: number, range: Range): number {
  return stopsOf(range).reduce((best, stop) =>
    Math.abs(stop - value) <= Math.abs(best - value) ? stop : best,
  );
}

/** The next stop above (1) or below (-1) a value; the last one stays. */
export function neighbourStop(value: number, direction: 1 | -1, range: Range): number {
  const stops = stopsOf(range);
  return direction > 0
    ? (stops.find((stop) => stop > value) ?? range.max)
    : (stops.findLast((stop) => stop < value) ?? range.min);
}
