import { useFormatter, useNow, useTranslations } from 'next-intl';
import { Avatar } from '@/components/wallet/display/avatar';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { useTimeOfDay } from '@/components/wallet/display/use-chain-time';
import type { ConversationId, ConversationView } from '@/lib/messages/protocol/view-types';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import { useConversationText } from './conversation-text';
import { MessagePreview } from './message-preview';

const DAY_MS = 86_400_000;

/** Time of the latest activity: the time of day for the last 24 hours, else the date. */
function ActivityTime({ at }: { at: number }) {
  const format = useFormatter();
  const timeOf = useTimeOfDay();
  const now = useNow({ updateInterval: 60_000 }).getTime();
  return (
    <time dateTime={new Date(at).toISOString()} className="figures text-xs text-muted">
      {now - at < DAY_MS ? timeOf(at) : format.dateTime(at, { month: 'short', day: 'numeric' })}
    </time>
  );
}

function Row({
  lists,
  conversation,
  isCurrent,
  onOpen,
}: {
  lists: PayLists;
  conversation: ConversationView;
  isCurrent: boolean;
  onOpen: () => void;
}) {
  const t = useTranslations('wallet.messages');
  const { account } = lists;
  const { title } = useConversationText(account);
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
            <bdi>
              <MessagePreview conversation={conversation} account={account} lists={lists} />
            </bdi>
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
  lists,
  label,
  conversations,
  current,
  empty,
  onOpen,
}: {
  lists: PayLists;
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
          lists={lists}
          conversation={conversation}
          isCurrent={conversation.id === current}
          onOpen={() => onOpen(conversation.id)}
        />
      ))}
    </ul>
  );
}
