import { useState } from 'react';
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
      className="shrink-0 rounded-soft bg-water-wash text-tide"
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
          <path d={mark.heavy} strokeWidth={4.5} />
        </g>
      )}
    </svg>
  );
}
