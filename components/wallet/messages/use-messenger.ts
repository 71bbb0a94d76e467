import { useSyncExternalStore } from 'react';
import useSWR from 'swr';
import { type Address, isAddressEqual } from 'viem';
import { type Config, useConfig } from 'wagmi';
import { ApiError, call, callBytes } from '@/lib/api/client';
import { useWebsite } from '@/lib/api/hooks';
import { upload } from '@/lib/api/upload';
import type { ApiCall, FileCalls } from '@/lib/messages/core/api';
import type { Messenger } from '@/lib/messages/messenger-type';
import { verifierOn } from '@/lib/messages/protocol/contract-signature';
import type { MessengerSnapshot } from '@/lib/messages/protocol/view-types';
import { markDevice } from '@/lib/messages/views/account-marks';
import { useSession } from '@/lib/session/session';
import type { CallHost } from '@/lib/wallet/calls/call-host';
import { useChosenNames } from '@/lib/wallet/contacts/chosen-names';
import { useContacts, watchContacts } from '@/lib/wallet/contacts/contacts';

type Opened = { messenger: Messenger; calls: CallHost };

/**
 * Open messengers of this tab with their calls. Each stays open until its account signs out, so messages and calls also
 * arrive on other pages.
 */
const open = new Map<Address, Promise<Opened>>();

// Requests in another account's session would reveal to the operator that both accounts belong to the same user.
useSession.subscribe(({ account }) => {
  for (const [owner, opening] of open) {
    if (owner === account) continue;
    open.delete(owner);
    useChosenNames.setState({ names: new Map() });
    void opening.then(
      ({ messenger, calls }) => {
        calls.close();
        messenger.close();
      },
      () => undefined,
    );
  }
});

function requireSession(account: Address): void {
  if (useSession.getState().account !== account) throw new ApiError(0, 'the account has signed out');
}

/** Returns an API client that fails unless the session belongs to the account. */
const callAs =
  (account: Address): ApiCall =>
  async (path, options) => {
    requireSession(account);
    return call(path, options);
  };
const filesAs = (account: Address): FileCalls => ({
  upload: async (path, file, options) => {
    requireSession(account);
    return upload(path, file, options);
  },
  download: async (path, options) => {
    requireSession(account);
    return callBytes(path, options);
  },
});

async function openFor(account: Address, config: Config): Promise<Opened> {
  const [{ openMessenger }, { messagesApi }, { followInbox }, { CallHost: Host }] = await Promise.all([
    import('@/lib/messages/messenger'),
    import('@/lib/messages/core/api'),
    import('@/lib/messages/inbox-stream'),
    import('@/lib/wallet/calls/call-host'),
  ]);
  watchContacts();
  const api = messagesApi(callAs(account), filesAs(account));
  const messenger = await openMessenger({
    account,
    site: window.location.host,
    api,
    follow: followInbox,
    verifyContract: verifierOn(config),
    isContact: (person) =>
      useContacts.getState().entries.some(({ address }) => isAddressEqual(address as Address, person)),
  });
  const mark = () => {
    const { phase, chosenNames: names } = messenger.getSnapshot();
    if (useChosenNames.getState().names !== names && useSession.getState().account === account)
      useChosenNames.setState({ names });
    if (phase === 'ready') markDevice(account, true);
    if (phase === 'noDevice' || phase === 'revoked') markDevice(account, false);
  };
  messenger.subscribe(mark);
  mark();
  return { messenger, calls: new Host({ messenger, fetchIceServers: api.readIceServers }) };
}

function openOnce(account: Address, config: Config): Promise<Opened> {
  const known = open.get(account);
  if (known) return known;
  const opening = openFor(account, config);
  open.set(account, opening);
  // Remove a failed attempt, so the next caller retries and shows the error.
  opening.catch(() => open.get(account) === opening && open.delete(account));
  return opening;
}

/**
 * React hook that returns the account's messenger, and loads its code, if the site has messages at this host. Fails if the
 * browser provides no storage.
 */
export function useMessenger(account: Address) {
  const config = useConfig();
  const { data: website } = useWebsite();
  // Device bindings are valid for one host only, so another site can't reuse the signature.
  const isOffered = website?.messages?.site === window.location.host;
  // The key includes the session token, because a messenger is closed with its session.
  const token = useSession((session) => (session.account === account ? session.token : null));
  return useSWR(
    isOffered && token !== null ? ['messages/messenger', account, token] : null,
    async () => (await openOnce(account, config)).messenger,
    // The messenger is opened once and then updates itself.
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false },
  );
}

/** React hook that returns a messenger's snapshot. */
export const useMessengerSnapshot = (messenger: Messenger): MessengerSnapshot =>
  useSyncExternalStore(messenger.subscribe, messenger.getSnapshot);
