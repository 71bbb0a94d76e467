/** A sample amount in tabular figures, with muted decimals. */
export function Figure({ value, className = '' }: { value: string; className?: string }) {
  const [integer, decimals] = value.split('.');
  return (
    <span className={`figures whitespace-nowrap ${className}`}>
      {integer}
      {decimals === undefined ? null : <span className="text-muted">.{decimals}</span>}
    </span>
  );
}
