import { useEffect, useEffectEvent } from 'react';
import { updatePageParams, usePageParams } from '@/lib/browser/page-params';

/**
 * React hook that enters the amount of a link (`coin` and `amount` in the URL) into the form of that coin, and removes
 * it from the URL, so that a reload doesn't enter it again.
 */
export function useLinkedAmount(coinId: number, onAmount: (amount: string) => void): void {
  const params = usePageParams();
  const amount = params.get('amount') ?? '';
  const isOwn = params.get('coin') === String(coinId) && /^\d{1,78}(\.\d{1,36})?$/.test(amount);
  const enter = useEffectEvent(() => {
    onAmount(amount);
    updatePageParams({ coin: null, amount: null });
  });
  useEffect(() => {
    if (isOwn) enter();
  }, [isOwn]);
}
