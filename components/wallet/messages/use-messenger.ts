import { useEffect, useSyncExternalStore } from 'react';
import useSWR from 'swr';
import type { Address } from 'viem';
import type { Messenger, MessengerSnapshot } from '@/lib/wallet/messages/messenger/types';

/** Messengers of this tab. Each stays open while the tab does, so that messages arrive on other pages, too. */
const open = new Map<Address, Promise<Messenger>>();

function openOnce(account: Address): Promise<Messenger> {
  const known = open.get(account);
  if (known) return known;
  const opening = import('@/lib/wallet/messages/messenger/open-messenger').then(({ openMessenger }) =>
    openMessenger(account),
  );
  open.set(account, opening);
  // A failed attempt is tried again by the next caller, who shows the failure.
  opening.catch(() => open.delete(account));
  return opening;
}

/** React hook that returns the account's messenger, whose code loads now. */
export const useMessenger = (account: Address) =>
  useSWR(['messages/messenger', account], () => openOnce(account), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    revalidateIfStale: false,
  });

/** React hook that returns what a messenger shows, and lets it fetch when the tab becomes visible again. */
export function useMessengerSnapshot(messenger: Messenger): MessengerSnapshot {
  useEffect(() => {
    const fetchAgain = () => {
      // The messenger shows by itself that it is offline.
      if (document.visibilityState === 'visible') void messenger.sync().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', fetchAgain);
    return () => document.removeEventListener('visibilitychange', fetchAgain);
  }, [messenger]);
  return useSyncExternalStore(messenger.subscribe, messenger.getSnapshot);
}
