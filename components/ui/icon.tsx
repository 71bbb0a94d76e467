/** An icon in a square view box of `size` units. Its stroke is 1.5 px wide at any display size. */
export function Icon({
  path,
  size = 24,
  className,
}: {
  path: string;
  size?: 20 | 24 | 32;
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
      strokeWidth="1.5"
      className={className}
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** A cross icon in the current color. */
export function CloseIcon() {
  return <Icon path="m4 4 12 12M16 4 4 16" size={20} />;
}
