import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/lib/browser/notices';
import type { GuideStep } from './guide-steps';

/** How much of the window the page's header covers. */
const HEADER_PX = 72;

/**
 * Tells that a step was finished: a notice where the guide has been scrolled out of sight, else by what is given back, for
 * the guide's own live region.
 */
export function useTellStep(
  panel: RefObject<HTMLElement | null>,
  finished: GuideStep | null,
  text: string,
): string {
  const [told, setTold] = useState('');
  const tell = useEffectEvent(() => {
    const isOutOfSight = (panel.current?.getBoundingClientRect().bottom ?? 0) < HEADER_PX;
    if (isOutOfSight) notify('success', text);
    else setTold(text);
  });
  useEffect(() => {
    if (finished) tell();
  }, [finished]);
  return told;
}
