import { SLIDER } from '@/lib/constants';
import { SnapSlider } from './snap-slider';

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
