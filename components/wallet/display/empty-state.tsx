import type { ReactNode } from 'react';
import { tideLines } from '@/lib/art/tide-lines';

const WIDTH = 224;
const HEIGHT = 96;
const LINES = tideLines({
  seed: 11,
  width: WIDTH,
  height: HEIGHT,
  lines: 8,
  steps: 10,
  swell: 0.04,
  left: [0.3, 0.7],
  right: [0.3, 0.7],
  stones: [{ x: 0.5, y: 0.5, width: 0.2, height: 0.34 }],
}).join('');

/** Says that a list is empty and what to do next. The lines part around a free space. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 py-2">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH / 2}
        height={HEIGHT / 2}
        fill="none"
        stroke="currentColor"
        className="text-tide"
      >
        <path d={LINES} strokeWidth="1" vectorEffect="non-scaling-stroke" />
      </svg>
      <p className="measure text-muted">{children}</p>
      {action}
    </div>
  );
}
