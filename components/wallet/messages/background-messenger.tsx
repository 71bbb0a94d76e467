import type { Address } from 'viem';
import { useWebsite } from '@/lib/api/hooks';
import { MessageNotices } from './message-notices';
import { useMessenger } from './use-messenger';

/**
 * Runs an account's messenger on every wallet page, so that calls ring and messages are announced. The messages page
 * reports an error if it can't be opened.
 */
export function BackgroundMessenger({ account }: { account: Address }) {
  const { data: website } = useWebsite();
  const { data: messenger } = useMessenger(account, website?.messages?.site === window.location.host);
  return messenger ? <MessageNotices messenger={messenger} /> : null;
}
