import { useEffect, useState } from 'react';
import type { Hash } from 'viem';
import { useWalletPrompts } from '@/lib/wallet/transactions/wallet-prompts';

/** Time after which the page says what to do if the wallet doesn't answer a request. */
export const WALLET_SLOW_AFTER_MS = 60_000;

/** React hook that returns whether a time (in ms since the epoch) has passed. */
export function useHasPassed(time: number): boolean {
  const [hasPassed, setPassed] = useState(() => Date.now() >= time);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), Math.max(time - Date.now(), 0));
    return () => clearTimeout(timer);
  }, [time]);
  return hasPassed;
}

/**
 * React hook that returns whether the wallet was asked for an entry or transfer a short time ago and hasn't answered, so that
 * its prompt is probably still open. It's unknown after a reload.
 */
export function useIsPrompted({ id, createdAt }: { id: Hash; createdAt: number }): boolean {
  const isSlow = useHasPassed(createdAt + WALLET_SLOW_AFTER_MS);
  const isOpen = useWalletPrompts(({ open }) => open.includes(id));
  return isOpen && !isSlow;
}
