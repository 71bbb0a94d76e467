import { useFormatter, useNow, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Avatar } from '@/components/wallet/display/avatar';
import { EmptyState } from '@/components/wallet/display/empty-state';
import type { ConversationId, ConversationView, MessageView } from '@/lib/messages/protocol/view-types';
import { usePersonName } from './use-person-name';

/** React hook that returns a function to get a one-line preview of a message. */
export function useBodyText(): (body: MessageView['body']) => string {
  const t = useTranslations('wallet.messages');
  return (body) => (body === null ? t('deleted') : body.type === 'text' ? body.text : t(`kind.${body.type}`));
}

/** React hook that returns functions to get a conversation's title and a one-line preview of its latest message. */
export function useConversationText(account: Address) {
  const t = useTranslations('wallet.messages');
  const nameOf = usePersonName(account);
  const bodyText = useBodyText();
  const title = ({ kind, peer, name }: ConversationView): string =>
    kind === 'direct' && peer ? nameOf(peer) : name || t('unnamedRoom');
  const preview = ({ kind, draft, lastMessage, lastCall, typing }: ConversationView): string => {
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
    if (kind === 'direct' && !isOwn) return bodyText(body);
    return t('preview', { name: isOwn ? t('you') : nameOf(by), text: bodyText(body) });
  };
  return { title, preview, nameOf };
}

const DAY_MS = 86_400_000;

/** Time of the latest activity: the time of day for the last 24 hours, else the date. */
function ActivityTime({ at }: { at: number }) {
  const format = useFormatter();
  const now = useNow({ updateInterval: 60_000 }).getTime();
  return (
    <time dateTime={new Date(at).toISOString()} className="figures text-xs text-muted">
      {format.dateTime(at, now - at < DAY_MS ? { timeStyle: 'short' } : { month: 'short', day: 'numeric' })}
    </time>
  );
}

function Row({
  account,
  conversation,
  isCurrent,
  onOpen,
}: {
  account: Address;
  conversation: ConversationView;
  isCurrent: boolean;
  onOpen: () => void;
}) {
  const t = useTranslations('wallet.messages');
  const { title, preview } = useConversationText(account);
  const { id, kind, peer, at, unread, isMuted } = conversation;
  return (
    <li className="border-b border-line">
      <button
        type="button"
        id={`conversation-${id}`}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onOpen}
        className="grid min-h-18 w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-1 py-2 text-start hover:bg-sunken aria-[current]:bg-water-wash"
      >
        <Avatar address={peer ?? id} src={null} size={40} />
        <span className="grid min-w-0 gap-0.5">
          <bdi className="truncate">{title(conversation)}</bdi>
          <span className="truncate text-sm text-muted">
            {/* Marks rooms, because a room can have the name of a contact. */}
            {kind === 'room' ? `${t('room')} · ` : null}
            <bdi>{preview(conversation)}</bdi>
          </span>
        </span>
        <span className="grid justify-items-end gap-1 self-start pt-1">
          <ActivityTime at={at} />
          {unread > 0 ? (
            <span
              className={`figures min-w-5.5 rounded-full px-1.5 text-center text-xs leading-5.5 ${
                isMuted ? 'bg-sunken text-muted' : 'bg-water text-on-water'
              }`}
            >
              <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
              <span className="sr-only">{t('unread', { count: unread })}</span>
            </span>
          ) : null}
          {isMuted ? <span className="text-xs text-muted">{t('muted')}</span> : null}
        </span>
      </button>
    </li>
  );
}

/** List of conversations, latest activity first. */
export function ConversationList({
  account,
  label,
  conversations,
  current,
  empty,
  onOpen,
}: {
  account: Address;
  label: string;
  conversations: readonly ConversationView[];
  current: ConversationId | null;
  empty: string;
  onOpen: (id: ConversationId) => void;
}) {
  if (conversations.length === 0) return <EmptyState>{empty}</EmptyState>;
  return (
    <ul aria-label={label} className="grid border-t border-line">
      {conversations.map((conversation) => (
        <Row
          key={conversation.id}
          account={account}
          conversation={conversation}
          isCurrent={conversation.id === current}
          onOpen={() => onOpen(conversation.id)}
        />
      ))}
    </ul>
  );
}
