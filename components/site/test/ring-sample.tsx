'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ProgressRing } from '@/components/ui/progress-ring';
import { SLIDER } from '@/lib/constants';

/** The progress ring with a button for each target (TEST-1). */
export function RingSample({ label, targets }: { label: string; targets: readonly string[] }) {
  const [percent, setPercent] = useState(0);
  return (
    <div className="flex flex-wrap items-center gap-8">
      <ProgressRing percent={percent} label={label} />
      <div className="flex flex-wrap gap-2">
        {SLIDER.stops.map((stop, i) => (
          <Button key={stop} size="small" aria-pressed={percent === stop} onClick={() => setPercent(stop)}>
            {targets[i]}
          </Button>
        ))}
      </div>
    </div>
  );
}
