import { type CSSProperties, useState } from 'react';
import { ACCOUNT_MARK_UNITS, accountMark } from '@/lib/art/account-mark';

/**
 * An account's profile picture, or a generated image if the account has none or the picture fails to load (I18N-3).
 * `size` is in CSS pixels.
 */
export function Avatar({
  address,
  src,
  size,
  label,
  onFailure,
}: {
  address: string;
  src: string | null;
  size: 32 | 40 | 64 | 128;
  /** Accessible name. If omitted, the picture is decorative. */
  label?: string;
  onFailure?: () => void;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const mark = accountMark(address);
  return (
    <svg
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      width={size}
      height={size}
      viewBox={`0 0 ${ACCOUNT_MARK_UNITS} ${ACCOUNT_MARK_UNITS}`}
      style={{ '--hue': mark.hue } as CSSProperties}
      className="shrink-0 rounded-soft bg-[oklch(92%_0.06_var(--hue))] text-[oklch(42%_0.13_var(--hue))] dark:bg-[oklch(30%_0.06_var(--hue))] dark:text-[oklch(83%_0.11_var(--hue))]"
    >
      {src && src !== failed ? (
        <image
          href={src}
          width={ACCOUNT_MARK_UNITS}
          height={ACCOUNT_MARK_UNITS}
          preserveAspectRatio="xMidYMid slice"
          onError={() => {
            setFailed(src);
            onFailure?.();
          }}
        />
      ) : (
        <g fill="none" stroke="currentColor">
          <path d={mark.fine} strokeWidth={2} />
          <path d={mark.heavy} strokeWidth={6} />
          <path d={mark.core} fill="currentColor" stroke="none" />
        </g>
      )}
    </svg>
  );
}
