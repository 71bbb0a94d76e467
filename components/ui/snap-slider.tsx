'use client';

import { Slider } from '@base-ui/react/slider';
import { useState } from 'react';
import { SLIDER } from '@/lib/constants';
import './snap-slider.css';
import { useHydrating } from './use-hydrating';

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

const KEYS: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageDown: -1,
};

/**
 * The stop that a key goes to, also where the slider stands there: what it stands for may lie a little beside (an amount
 * above all that is there). Undefined for any other key.
 */
function stopByKey(key: string, value: number, range: { min: number; max: number }): number | undefined {
  if (key === 'Home') return range.min;
  if (key === 'End') return range.max;
  const direction = KEYS[key];
  return direction && neighbourStop(value, direction, range);
}

/**
 * A slider that moves by `step` under the finger and, let go, snaps to 0, 25, 50, 75 or 100 percent of its range; the
 * keyboard goes from stop to stop.
 */
export function SnapSlider({
  value,
  onChange,
  label,
  valueText,
  min = SLIDER.min,
  max = SLIDER.max,
  step = SLIDER.step,
  disabled = false,
  thumbAlignment = 'center',
}: {
  value: number;
  onChange: (value: number) => void;
  label: string;
  valueText: (value: number) => string;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
  /** `edge-client-only` keeps the thumb within the track at both ends; it shows once the browser has measured. */
  thumbAlignment?: 'center' | 'edge-client-only';
}) {
  const [moving, setMoving] = useState<number>();
  // The slider places itself by style attributes, which in HTML the pages' policy forbids.
  if (useHydrating()) return <div className="min-h-11" />;
  return (
    <Slider.Root
      className="snap-slider"
      value={moving ?? value}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      thumbAlignment={thumbAlignment}
      onValueChange={setMoving}
      onValueCommitted={(next) => {
        setMoving(undefined);
        onChange(snapToStop(next, { min, max }));
      }}
    >
      <Slider.Control
        className="flex min-h-11 touch-none items-center"
        onPointerUp={(event) => {
          // Let go where it stands it tells that stop anew; what it was moved to is told by the commit.
          if (event.button === 0 && !disabled && moving === undefined)
            onChange(snapToStop(value, { min, max }));
        }}
      >
        <Slider.Track className="snap-slider-track h-1 w-full bg-line">
          <Slider.Indicator className="bg-water" />
          <Slider.Thumb
            aria-label={label}
            getAriaValueText={(_, at) => valueText(at)}
            className="snap-slider-thumb"
            onKeyDownCapture={(event) => {
              const next = stopByKey(event.key, value, { min, max });
              if (next === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              onChange(next);
            }}
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}

/** Chooses 0, 25, 50, 75 or 100 percent of what is available. */
export function PercentSlider({
  value,
  onChange,
  label,
  disabled = false,
}: {
  value: number;
  onChange: (percent: number) => void;
  label: string;
  disabled?: boolean;
}) {
  return (
    <div>
      <SnapSlider
        value={value}
        onChange={onChange}
        label={label}
        valueText={(percent) => `${percent} %`}
        max={100}
        step={25}
        disabled={disabled}
        thumbAlignment="edge-client-only"
      />
      <div aria-hidden="true" className="figures flex justify-between text-xs text-muted">
        {SLIDER.stops.map((stop) => (
          <span key={stop}>{stop} %</span>
        ))}
      </div>
    </div>
  );
}
