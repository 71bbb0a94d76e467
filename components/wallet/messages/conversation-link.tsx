import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import useSWR from 'swr';
import type { Address } from 'viem';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { Messenger } from '@/lib/messages/messenger-type';
import { routes } from '@/lib/routes';
import { useMessenger } from './use-messenger';
import { usePersonName } from './use-person-name';

/** A transaction and its sender. */
export type Sent = { chainId: number; hash: string; from: Address };

function Found({ messenger, sent: { chainId, hash, from } }: { messenger: Messenger; sent: Sent }) {
  const t = useTranslations('wallet.messages.origin');
  const nameOf = usePersonName(messenger.account);
  // The link is optional, so errors are ignored.
  const { data: id } = useSWR(['messages/transfer', messenger.account, chainId, hash, from], () =>
    messenger.conversationOfTransfer({ chainId, txHash: hash, from }),
  );
  const conversation = useSyncExternalStore(messenger.subscribe, () =>
    messenger.getSnapshot().conversations.find((one) => one.id === id),
  );
  if (!conversation) return null;
  const { peer, name } = conversation;
  return (
    <span className="relative block text-sm print:hidden">
      <WalletLink href={`${routes.messages}?conversation=${conversation.id}`}>
        {peer ? t('direct', { name: nameOf(peer, 'object') }) : name ? t('room', { name }) : t('unnamed')}
      </WalletLink>
    </span>
  );
}

/** Link to the conversation from which a transaction was sent, if this device has a record of it. */
export function ConversationLink({ account, sent }: { account: Address; sent: Sent }) {
  const { data: messenger } = useMessenger(account);
  return messenger ? <Found messenger={messenger} sent={sent} /> : null;
}
