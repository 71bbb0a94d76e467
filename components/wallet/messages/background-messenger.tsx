import type { Address } from 'viem';
import { useWebsite } from '@/lib/api/hooks';
import type { Messenger } from '@/lib/wallet/messages/messenger/types';
import { useMessenger, useMessengerSnapshot } from './use-messenger';

function Running({ messenger }: { messenger: Messenger }) {
  useMessengerSnapshot(messenger);
  return null;
}

/** Runs an account's messenger so that calls can ring. The messages page reports an error if it can't be opened. */
export function BackgroundMessenger({ account }: { account: Address }) {
  const { data } = useWebsite();
  const { data: messenger } = useMessenger(account, data?.messages?.site === window.location.host);
  return messenger ? <Running messenger={messenger} /> : null;
}
