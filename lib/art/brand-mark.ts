import { tideLines } from './tide-lines';

/** Side of the mark's square view box. */
export const MARK_UNITS = 256;

/** Path data of the mark: four lines of tide that sink into a well; three, wider apart, below 24 pixels (`coarse`). */
export function brandMark({ coarse = false } = {}): { d: string; strokeWidth: number } {
  const mouth = [0.15, coarse ? 0.54 : 0.5] as const;
  const lines = tideLines({
    seed: 1,
    width: MARK_UNITS,
    height: MARK_UNITS,
    lines: coarse ? 3 : 4,
    steps: 12,
    swell: 0,
    left: mouth,
    right: mouth,
    wells: [{ x: 0.5, width: 0.21, depth: coarse ? 0.34 : 0.4 }],
  });
  return { d: lines.join(''), strokeWidth: coarse ? 28 : 20 };
}
