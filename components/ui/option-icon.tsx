'use client';

import { useState } from 'react';

/** An option's icon, or the first letter of its name if there is no icon or it fails to load (I18N-3). */
export function OptionIcon({ src, name }: { src: string | undefined; name: string }) {
  const [failed, setFailed] = useState(false);
  if (!src || failed) {
    return (
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-sharp bg-water-wash text-water"
      >
        {[...name][0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <svg aria-hidden="true" width="32" height="32" className="shrink-0">
      <image href={src} width="32" height="32" onError={() => setFailed(true)} />
    </svg>
  );
}

/** A coin's icon. If the image is missing or fails to load, shows the symbol's first letter in a ring. */
export function CoinIcon({
  icon,
  symbol,
  size = 32,
}: {
  icon: string | undefined;
  /** If there is no symbol and the image fails to load, only the ring is shown. */
  symbol?: string;
  size?: number;
}) {
  const [failed, setFailed] = useState<string>();
  const letter = symbol && (!icon || failed === icon) ? [...symbol][0]?.toUpperCase() : undefined;
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" width={size} height={size} className="shrink-0" fill="none">
      <circle cx="20" cy="20" r="19" className="stroke-line" strokeWidth="1.5" />
      {letter ? (
        <text x="20" y="20" dy="0.36em" textAnchor="middle" fontSize="18" className="fill-water">
          {letter}
        </text>
      ) : (
        <image href={icon} width="40" height="40" onError={() => setFailed(icon)} />
      )}
    </svg>
  );
}
