import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';

const APPROACHES = ['pointerenter', 'focus', 'touchstart'];

/** The bells of the page that is shown; `onApproach` is called when a visitor comes near one. */
export function useBells(onApproach: () => void): readonly Element[] {
  const pathname = usePathname();
  const [bells, setBells] = useState<readonly Element[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have brought another header.
  useEffect(() => {
    const found = [...document.querySelectorAll('[data-dialog=announcements]')];
    setBells(found);
    for (const bell of found)
      for (const type of APPROACHES) bell.addEventListener(type, onApproach, { passive: true });
    return () => {
      for (const bell of found) for (const type of APPROACHES) bell.removeEventListener(type, onApproach);
    };
  }, [pathname, onApproach]);

  return bells;
}
