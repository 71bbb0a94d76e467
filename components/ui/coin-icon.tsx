/** A coin's icon, beside its name. The ring behind it is what stays when the picture cannot be loaded. */
export function CoinIcon({ icon, size = 32 }: { icon: string; size?: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" width={size} height={size} className="shrink-0" fill="none">
      <circle cx="20" cy="20" r="19" className="stroke-line" strokeWidth="1.5" />
      <image href={icon} width="40" height="40" />
    </svg>
  );
}
