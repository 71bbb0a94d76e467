import { useEffect, useRef, useState } from 'react';
import { PROGRESS_MS_PER_PERCENT } from '@/lib/constants';

/**
 * A percentage that walks to its target at PROGRESS_MS_PER_PERCENT a percent, up or down. A new target on the way turns
 * it where it is.
 */
export function useProgress(target: number): number {
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
