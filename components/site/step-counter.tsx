'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { noteStep } from '@/lib/can-go-back';

/** Counts the pages gone through, for the way back (SITE-10). */
export function StepCounter() {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of the path.
  useEffect(noteStep, [pathname]);
  return null;
}
