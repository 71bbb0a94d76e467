'use client';

import { useProgress } from './use-progress';

const SIZE = 160;
const RADIUS = 70;

/** A ring that fills to a percentage, 0 to 100, and moves there in even steps. */
export function ProgressRing({ percent, label }: { percent: number; label: string }) {
  const shown = useProgress(percent);
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      width={SIZE}
      height={SIZE}
      fill="none"
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <circle
        cx={SIZE / 2}
        cy={SIZE / 2}
        r={RADIUS}
        stroke="currentColor"
        strokeWidth="1"
        className="text-edge"
      />
      <circle
        cx={SIZE / 2}
        cy={SIZE / 2}
        r={RADIUS}
        pathLength={100}
        strokeDasharray={`${shown} 100`}
        transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
        stroke="currentColor"
        strokeWidth={shown > 0 ? 6 : 0}
        className="text-water"
      />
      <text
        x="50%"
        y="50%"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize="32"
        fill="currentColor"
        className="figures font-display"
      >
        {shown}%
      </text>
    </svg>
  );
}
