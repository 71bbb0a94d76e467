import { Menu } from '@base-ui/react/menu';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import type { Address } from 'viem';
import { TextButton, useCopy } from '@/components/wallet/display/text-button';
import { useTimeOfDay } from '@/components/wallet/display/use-chain-time';
import type { MessageView } from '@/lib/messages/protocol/view-types';
import { useBodyText } from './conversation-text';
import { DappCard } from './dapp-card';
import { type ImageContext, MessageImage } from './message-image';
import { askedIn } from './message-payments';
import { MessageText } from './message-text';
import { type MoneyContext, RequestCard, TransferCard } from './money-cards';
import { useReasonText } from './use-messenger-action';

/** Reactions that the menu offers. */
const REACTIONS = ['👍', '❤️', '😂', '😮', '🙏'] as const;

/** Actions on a message. */
export type MessageActions = {
  onReply: (message: MessageView) => void;
  onReact: (message: MessageView, emoji: string | null) => void;
  onEdit: (message: MessageView) => void;
  onDelete: (message: MessageView) => void;
  onRetry: (message: MessageView) => void;
  onDiscard: (message: MessageView) => void;
  /** Scrolls to the message that a reply refers to. */
  onShow: (reference: MessageView['reference']) => void;
};

const itemClass =
  'flex min-h-11 cursor-default items-center px-4 text-sm outline-none data-highlighted:bg-sunken';

/** Menu of a message's actions. Its button is visible while the message is hovered or focused. */
function MessageMenu({
  account,
  name,
  message,
  actions,
}: {
  account: Address;
  name: string;
  message: MessageView;
  actions: MessageActions;
}) {
  const t = useTranslations('wallet.messages.menu');
  const copy = useCopy();
  const { body, isOwn, reactions } = message;
  const own = reactions.find(({ by }) => by.includes(account))?.emoji ?? null;
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={t('open', { name })}
        className="icon-button size-11 shrink-0 text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
      >
        <span aria-hidden="true">⋯</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} className="z-30">
          <Menu.Popup className="min-w-44 rounded-soft border border-edge bg-raised py-1 shadow-dialog">
            <div className="flex px-1">
              {REACTIONS.map((emoji) => (
                <Menu.Item
                  key={emoji}
                  aria-label={t(own === emoji ? 'unreact' : 'react', { emoji })}
                  onClick={() => actions.onReact(message, own === emoji ? null : emoji)}
                  className={`grid size-11 cursor-default place-items-center rounded-sharp text-lg outline-none data-highlighted:bg-sunken ${own === emoji ? 'bg-water-wash' : ''}`}
                >
                  {emoji}
                </Menu.Item>
              ))}
            </div>
            <Menu.Item className={itemClass} onClick={() => actions.onReply(message)}>
              {t('reply')}
            </Menu.Item>
            {body?.type === 'text' ? (
              <Menu.Item className={itemClass} onClick={() => void copy(body.text)}>
                {t('copy')}
              </Menu.Item>
            ) : null}
            {isOwn && body?.type === 'text' ? (
              <Menu.Item className={itemClass} onClick={() => actions.onEdit(message)}>
                {t('edit')}
              </Menu.Item>
            ) : null}
            {isOwn ? (
              <Menu.Item className={`${itemClass} text-error`} onClick={() => actions.onDelete(message)}>
                {t('delete')}
              </Menu.Item>
            ) : null}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Send state of a message, with actions if sending failed. */
function SendState({ message, actions }: { message: MessageView; actions: MessageActions }) {
  const t = useTranslations('wallet.messages.state');
  const reasonText = useReasonText();
  const { state, readBy } = message;
  if (state.kind === 'failed')
    return (
      <div className="grid justify-items-end">
        <p className="text-sm text-error">{t('failed', { reason: reasonText(state.reason) })}</p>
        <span className="flex gap-5">
          <TextButton onClick={() => actions.onRetry(message)}>{t('retry')}</TextButton>
          <TextButton onClick={() => actions.onDiscard(message)}>{t('discard')}</TextButton>
        </span>
      </div>
    );
  if (state.kind === 'waiting') return <span>{t('waiting')}</span>;
  if (state.kind !== 'sent') return null;
  return <span>{readBy.length > 0 ? t('read') : t('sent')}</span>;
}

/** One message with its sender, content, time, reactions, and menu. */
export const MessageBubble = memo(function MessageBubble({
  account,
  message,
  name,
  isNameShown,
  quote,
  nameOf,
  actions,
  money = null,
  images = null,
  paid = null,
  payments = [],
}: {
  account: Address;
  message: MessageView;
  /** The sender's name. */
  name: string;
  isNameShown: boolean;
  /** The message that this one replies to: null if it isn't on this device, undefined if this isn't a reply. */
  quote: MessageView | null | undefined;
  nameOf: (address: Address) => string;
  /** Available actions, or null if the conversation is read-only. */
  actions: MessageActions | null;
  /** Null in a sample. */
  money?: MoneyContext | null;
  images?: ImageContext | null;
  /** For a transfer: the request that it pays, if it is on this device. */
  paid?: MessageView | null;
  /** For a request: the messages that claim to pay it. */
  payments?: readonly MessageView[];
}) {
  const t = useTranslations('wallet.messages');
  const timeOf = useTimeOfDay();
  const bodyText = useBodyText();
  const { body, isOwn, at, isEdited, reactions } = message;
  return (
    <div
      tabIndex={-1}
      className={`group message flex items-end gap-1 outline-none ${isOwn ? 'flex-row-reverse' : ''}`}
    >
      <div className={`grid max-w-[85%] min-w-0 gap-1 md:max-w-[70%] ${isOwn ? 'justify-items-end' : ''}`}>
        {isNameShown ? <bdi className="truncate px-1 text-sm text-muted">{name}</bdi> : null}
        {isNameShown ? null : <span className="sr-only">{name}</span>}
        <div
          className={`grid grid-cols-[minmax(0,auto)] gap-1 rounded-soft border px-3.5 py-2.5 ${
            isOwn ? 'border-transparent bg-water-wash' : 'border-line bg-raised'
          }`}
        >
          {quote === undefined ? null : (
            <button
              type="button"
              disabled={quote === null}
              onClick={() => quote && actions?.onShow(quote.reference)}
              className="grid min-h-11 border-s-2 border-water ps-2 text-start text-sm text-muted"
            >
              <bdi className="truncate">{quote ? nameOf(quote.by) : t('quote.missing')}</bdi>
              {quote ? <bdi className="truncate">{bodyText(quote.body)}</bdi> : null}
            </button>
          )}
          {body === null ? <p className="text-muted">{t('deleted')}</p> : null}
          {body?.type === 'text' ? <MessageText text={body.text} /> : null}
          {body?.type === 'dapp' ? <DappCard body={body} /> : null}
          {body?.type === 'image' && images ? (
            <MessageImage message={message} body={body} name={name} images={images} />
          ) : null}
          {body?.type === 'transfer' && money ? (
            <TransferCard
              message={message}
              body={body}
              asked={paid && askedIn(paid, money.lists)}
              money={money}
            />
          ) : null}
          {body?.type === 'request' && money ? (
            <RequestCard message={message} body={body} payments={payments} money={money} />
          ) : null}
        </div>
        {reactions.length > 0 ? (
          <ul aria-label={t('reactions')} className="flex flex-wrap gap-1">
            {reactions.map(({ emoji, by }) => (
              <li
                key={emoji}
                className="figures rounded-full border border-line bg-raised px-2 py-0.5 text-sm"
                title={by.map(nameOf).join(', ')}
              >
                {emoji} {by.length > 1 ? by.length : null}
                <span className="sr-only">{by.map(nameOf).join(', ')}</span>
              </li>
            ))}
          </ul>
        ) : null}
        <div className="flex flex-wrap gap-x-2 px-1 text-xs text-muted">
          <time dateTime={new Date(at).toISOString()} className="figures">
            {timeOf(at)}
          </time>
          {isEdited ? <span>{t('edited')}</span> : null}
          {actions ? <SendState message={message} actions={actions} /> : null}
        </div>
      </div>
      {actions && body !== null && message.state.kind !== 'failed' ? (
        <MessageMenu account={account} name={name} message={message} actions={actions} />
      ) : null}
    </div>
  );
});
