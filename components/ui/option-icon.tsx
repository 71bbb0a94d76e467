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
