import type { Address } from 'viem';
import { MessageNotices } from './message-notices';
import { PaymentMessages } from './payment-messages';
import { SharedName } from './shared-name';
import { useMessenger } from './use-messenger';

/**
 * Runs an account's messenger on every wallet page, so that calls ring and messages are announced. The messages page
 * reports an error if it can't be opened.
 */
export function BackgroundMessenger({ account }: { account: Address }) {
  const { data: messenger } = useMessenger(account);
  if (!messenger) return null;
  return (
    <>
      <MessageNotices messenger={messenger} />
      <PaymentMessages messenger={messenger} />
      <SharedName messenger={messenger} />
    </>
  );
}
