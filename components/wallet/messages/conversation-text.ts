import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import type { ConversationView, MessageView } from '@/lib/messages/protocol/view-types';
import { usePersonName } from './use-person-name';

/** React hook that returns a function to get a one-line preview of a message, with the amount that it is about, if it is known. */
export function useBodyText(): (body: MessageView['body'], amount?: string | null) => string {
  const t = useTranslations('wallet.messages');
  return (body, amount = null) => {
    if (body === null) return t('deleted');
    if (body.type === 'text') return body.text;
    const kind = t(`kind.${body.type}`);
    return amount === null ? kind : t('kind.withAmount', { kind, amount });
  };
}

/** React hook that returns functions to get a conversation's title and a one-line preview of its latest message. */
export function useConversationText(account: Address) {
  const t = useTranslations('wallet.messages');
  const nameOf = usePersonName(account);
  const bodyText = useBodyText();
  const title = ({ kind, peer, name }: ConversationView): string =>
    kind === 'direct' && peer ? nameOf(peer) : name || t('unnamedRoom');
  const preview = (
    { kind, draft, lastMessage, lastCall, typing }: ConversationView,
    amount: string | null,
  ): string => {
    if (typing.length > 0) return t('typing', { name: nameOf(typing[0] as Address) });
    if (draft !== '') return t('draft', { text: draft });
    if (lastCall) {
      const { by, isOwn } = lastCall;
      const text = t(lastCall.isMissed ? 'kind.missedCall' : 'kind.call');
      return kind === 'direct' && !isOwn ? text : t('preview', { name: isOwn ? t('you') : nameOf(by), text });
    }
    if (!lastMessage) return t('noMessages');
    const { body, by, isOwn } = lastMessage;
    // The title of a direct conversation already names the sender.
    if (kind === 'direct' && !isOwn) return bodyText(body, amount);
    return t('preview', { name: isOwn ? t('you') : nameOf(by), text: bodyText(body, amount) });
  };
  return { title, preview, nameOf };
}
