'use client';

import { Slider } from '@base-ui/react/slider';
import { SLIDER } from '@/lib/constants';
import './percent-slider.css';

/** Chooses 0, 25, 50, 75 or 100 percent of what is available. */
export function PercentSlider({
  value,
  onChange,
  label,
  disabled,
}: {
  value: number;
  onChange: (percent: number) => void;
  label: string;
  disabled?: boolean;
}) {
  return (
    <Slider.Root
      value={value}
      min={0}
      max={100}
      step={25}
      thumbAlignment="edge"
      disabled={disabled}
      onValueChange={(next) => onChange(Array.isArray(next) ? (next[0] ?? 0) : next)}
      className="percent-slider"
    >
      <Slider.Control className="flex touch-none items-center py-3">
        <Slider.Track className="h-1 w-full bg-line">
          <Slider.Indicator className="bg-water" />
          <Slider.Thumb
            aria-label={label}
            getAriaValueText={(_, percent) => `${percent} %`}
            className="percent-thumb"
          />
        </Slider.Track>
      </Slider.Control>
      <div aria-hidden="true" className="flex justify-between text-xs text-muted tabular-nums">
        {SLIDER.stops.map((stop) => (
          <span key={stop}>{stop} %</span>
        ))}
      </div>
    </Slider.Root>
  );
}
