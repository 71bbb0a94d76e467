'use client';

import { useEffect, useRef, useState } from 'react';
import { PROGRESS_MS_PER_PERCENT } from '@/lib/constants';

/**
 * React hook that moves a percentage toward its target by one percent per PROGRESS_MS_PER_PERCENT, up or down. A new
 * target takes effect immediately.
 */
function useProgress(target: number): number {
  const [percent, setPercent] = useState(target);
  const reached = useRef(target);
  useEffect(() => {
    const from = reached.current;
    const direction = Math.sign(target - from);
    const start = performance.now();
    let frame = 0;
    function step() {
      const walked = Math.floor((performance.now() - start) / PROGRESS_MS_PER_PERCENT);
      reached.current = walked >= Math.abs(target - from) ? target : from + direction * walked;
      setPercent(reached.current);
      if (reached.current !== target) frame = requestAnimationFrame(step);
    }
    step();
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return percent;
}

const SIZE = 160;
const RADIUS = 70;

/** A ring that shows a percentage from 0 to 100 and moves in even steps. */
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

/** A native progress element. `value` is from 0 to 1. */
export function ProgressBar({ label, value }: { label: string; value: number }) {
  const percent = Math.floor(value * 100);
  return (
    <div className="flex items-center gap-3">
      <progress
        className="h-2 w-full appearance-none overflow-hidden rounded-sharp border border-edge bg-sunken [&::-moz-progress-bar]:bg-water [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-water"
        aria-label={label}
        max={100}
        value={percent}
      />
      <span aria-hidden="true" className="figures w-14 flex-none text-end text-sm text-muted">
        {percent}%
      </span>
    </div>
  );
}
