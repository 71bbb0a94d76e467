'use client';

import { useState } from 'react';

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
