/** An icon whose path is stroked in the current color, in a square view box of `size` units. */
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

/** A cross icon in the current color. */
export function CloseIcon() {
  return <Icon path="m4 4 12 12M16 4 4 16" size={20} />;
}
