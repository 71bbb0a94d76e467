/** An amount with its integer part strong and its decimals quiet, in figures of one width. */
export function Figure({ value, className = '' }: { value: string; className?: string }) {
  const [integer, decimals] = value.split('.');
  return (
    <span className={`figures whitespace-nowrap ${className}`}>
      {integer}
      {decimals === undefined ? null : <span className="text-muted">.{decimals}</span>}
    </span>
  );
}
