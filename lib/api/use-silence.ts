import { useEffect, useState } from 'react';
import { PRICE_STALE_AFTER_MS } from '@/lib/constants';

/** Whether `news` has not changed for so long that the server behind it must be silent; its own clock decides nothing. */
export function useSilence(news: unknown): boolean {
  const [silent, setSilent] = useState<unknown>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSilent(news), PRICE_STALE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return news !== undefined && silent === news;
}
