/** How far something has come, from 0 to 1. The browser's own progress element, which assistive technology knows. */
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
        {percent} %
      </span>
    </div>
  );
}
