/** How a price has changed, in signed percent: its sign says what its colour does. `day` says over which time. */
export function PriceChange({ change, day }: { change: string | null; day: string }) {
  if (change === null) return null;
  const [sign, tone] = change.startsWith('-')
    ? ['▼', 'text-loss']
    : /[1-9]/.test(change)
      ? ['▲', 'text-gain']
      : ['', 'text-muted'];
  return (
    <span className={`figures block text-xs ${tone}`}>
      <span aria-hidden="true">{sign} </span>
      {change} %<span className="sr-only"> {day}</span>
    </span>
  );
}
