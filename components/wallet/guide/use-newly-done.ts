import { useState } from 'react';
import type { GuideStep } from './guide-steps';

/** The step that was finished last while this was on the screen; null where none was. */
export function useNewlyDone(done: readonly GuideStep[]): GuideStep | null {
  const [known, setKnown] = useState(done);
  const [newest, setNewest] = useState<GuideStep | null>(null);
  if (known.join() !== done.join()) {
    setKnown(done);
    setNewest(done.findLast((step) => !known.includes(step)) ?? null);
  }
  return newest;
}
