/** A plain cross, drawn in the current colour. */
export function CloseIcon() {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="m4 4 12 12M16 4 4 16" />
    </svg>
  );
}
