'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ProgressRing } from '@/components/ui/progress-ring';
import { SnapSlider } from '@/components/ui/snap-slider';
import { SLIDER } from '@/lib/constants';

/** The slider with its default range, and a button for each stop (TEST-2). */
export function SliderSample({
  label,
  valueText,
  stops,
}: {
  label: string;
  valueText: string;
  stops: readonly string[];
}) {
  const [value, setValue] = useState<number>(SLIDER.min);
  return (
    <div>
      <p className="figures text-2xl font-display">
        {value} / {SLIDER.max}
      </p>
      <SnapSlider
        value={value}
        onChange={setValue}
        label={label}
        valueText={(at) => valueText.replace('{value}', String(at))}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        {SLIDER.stops.map((percent, i) => {
          const stop = SLIDER.min + ((SLIDER.max - SLIDER.min) * percent) / 100;
          return (
            <Button key={percent} size="small" aria-pressed={value === stop} onClick={() => setValue(stop)}>
              {stops[i]}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

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
