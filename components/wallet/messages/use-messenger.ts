import { useEffect, useSyncExternalStore } from 'react';
import useSWR from 'swr';
import { type Address, isAddressEqual } from 'viem';
import { verifyHash } from 'viem/actions';
import { type Config, useConfig } from 'wagmi';
import { useContacts, watchContacts } from '@/lib/wallet/contacts/contacts';
import type { Messenger, MessengerSnapshot } from '@/lib/wallet/messages/messenger/types';

/** Messengers of this tab. Each stays open while the tab does, so that messages arrive on other pages, too. */
const open = new Map<Address, Promise<Messenger>>();

async function openFor(account: Address, config: Config): Promise<Messenger> {
  const [{ openMessenger }, { messagesApi }, { followInbox }] = await Promise.all([
    import('@/lib/wallet/messages/messenger/messenger'),
    import('@/lib/wallet/messages/messenger/api'),
    import('@/lib/wallet/messages/messenger/inbox-stream'),
  ]);
  watchContacts();
  return openMessenger({
    account,
    site: window.location.host,
    api: messagesApi(),
    follow: followInbox,
    verifyContract: (chainId, { account: address, hash, signature }) =>
      verifyHash(config.getClient({ chainId }), { address, hash, signature }),
    isContact: (person) =>
      useContacts.getState().entries.some(({ address }) => isAddressEqual(address as Address, person)),
  });
}

function openOnce(account: Address, config: Config): Promise<Messenger> {
  const known = open.get(account);
  if (known) return known;
  const opening = openFor(account, config);
  open.set(account, opening);
  // A failed attempt is tried again by the next caller, who shows the failure.
  opening.catch(() => open.delete(account));
  return opening;
}

/** React hook that returns the account's messenger, whose code loads now. Fails without storage in the browser. */
export function useMessenger(account: Address, isEnabled: boolean) {
  const config = useConfig();
  return useSWR(
    isEnabled ? ['messages/messenger', account] : null,
    () => openOnce(account, config),
    // A messenger is opened once, and updates itself.
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false },
  );
}

/** React hook that returns what a messenger shows, and lets it fetch when the tab becomes visible again. */
export function useMessengerSnapshot(messenger: Messenger): MessengerSnapshot {
  useEffect(() => {
    const fetchAgain = () => {
      // A failure shows in the snapshot.
      if (document.visibilityState === 'visible') void messenger.refresh().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', fetchAgain);
    return () => document.removeEventListener('visibilitychange', fetchAgain);
  }, [messenger]);
  return useSyncExternalStore(messenger.subscribe, messenger.getSnapshot);
}
