'use client';

import { Slider } from '@base-ui/react/slider';
import { useState, useSyncExternalStore } from 'react';
import { requestHaptic } from '@/lib/browser/haptics';
import { SLIDER } from '@/lib/constants';
import './snap-slider.css';
import { useHydrating } from './use-hydrating';

type Range = { min: number; max: number };

const stopsOf = ({ min, max }: Range) => SLIDER.stops.map((percent) => min + ((max - min) * percent) / 100);

/** Returns the stop nearest to a value, or the upper one if the value is halfway between two stops. */
export function snapToStop(value: number, range: Range): number {
  return stopsOf(range).reduce((best, stop) =>
    Math.abs(stop - value) <= Math.abs(best - value) ? stop : best,
  );
}

/** Returns the next stop above (1) or below (-1) a value, or the end of the range if there is none. */
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
 * Returns the stop that a key selects, or undefined for other keys. The stop is returned even if the slider is already
 * there, because the actual value may be slightly off the stop (such as an amount above the maximum).
 */
function stopByKey(key: string, value: number, range: { min: number; max: number }): number | undefined {
  if (key === 'Home') return range.min;
  if (key === 'End') return range.max;
  const direction = KEYS[key];
  return direction && neighbourStop(value, direction, range);
}

/**
 * A slider that moves by `step` while dragged and then snaps to 0, 25, 50, 75, or 100 percent of its range. Arrow keys
 * move between stops.
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
  /**
   * `edge-client-only` keeps the thumb within the track at both ends. The thumb appears once the browser has measured
   * it.
   */
  thumbAlignment?: 'center' | 'edge-client-only';
}) {
  const [moving, setMoving] = useState<number>();
  const snapTo = (next: number) => {
    requestHaptic('selection');
    onChange(next);
  };
  // The slider positions itself with style attributes, which the Content-Security-Policy blocks in server-rendered
  // HTML.
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
        snapTo(snapToStop(next, { min, max }));
      }}
    >
      <Slider.Control
        className="flex min-h-11 touch-none items-center"
        onPointerUp={(event) => {
          // A press without movement reports the current stop again. A drag is reported when it ends.
          if (event.button === 0 && !disabled && moving === undefined)
            snapTo(snapToStop(value, { min, max }));
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
              snapTo(next);
            }}
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}

function watchWidth(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}
const windowWidth = () => window.innerWidth;

/** A slider that selects 0, 25, 50, 75, or 100 percent of the available amount. */
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
  const width = useSyncExternalStore(watchWidth, windowWidth, () => 0);
  return (
    <div>
      <SnapSlider
        // The thumb's place is measured once, so it has to be measured again when a phone is turned.
        key={width}
        value={value}
        onChange={onChange}
        label={label}
        valueText={(percent) => `${percent}%`}
        max={100}
        step={25}
        disabled={disabled}
        thumbAlignment="edge-client-only"
      />
      <div aria-hidden="true" className="figures flex justify-between text-xs text-muted">
        {SLIDER.stops.map((stop) => (
          <span key={stop}>{stop}%</span>
        ))}
      </div>
    </div>
  );
}
