/** The frame of an icon: its path drawn in strokes of the current colour, on a square of `size` units. */
export function Icon({
  path,
  size = 24,
  strokeWidth = 1.5,
  className,
}: {
  path: string;
  size?: 20 | 24 | 32;
  strokeWidth?: 1.5 | 2;
  className?: string;
}) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      className={className}
    >
      <path d={path} />
    </svg>
  );
}
