import { useFormatter, useTimeZone, useTranslations } from 'next-intl';
import {
  Fragment,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Address, isAddressEqual } from 'viem';
import { DayName } from '@/components/wallet/display/day-name';
import { Bar, Placeholder, Repeat } from '@/components/wallet/display/skeleton';
import { useTimeOfDay } from '@/components/wallet/display/use-chain-time';
import { elapsedText } from '@/lib/format/elapsed-text';
import { dayAt } from '@/lib/format/zoned-time';
import type {
  ConversationId,
  MessageView,
  NoticeView,
  TimelineHandle,
  TimelineItem,
} from '@/lib/messages/protocol/view-types';
import { type MessageActions, MessageBubble } from './message-bubble';
import type { ImageContext } from './message-image';
import type { MoneyContext } from './money-cards';
import type { NameOf } from './use-person-name';

/** Distance from the top at which older messages are loaded, in CSS pixels. */
const LOAD_AHEAD_PX = 800;
/** Maximum distance from the bottom at which the list follows new messages, in CSS pixels. */
const AT_END_PX = 80;
/** How long announcements are suppressed after older messages were loaded, in ms. */
const SILENCE_MS = 1_000;

/**
 * A message to scroll to, such as a search result. Each request is a new object, so the same message can be shown
 * again.
 */
export type Target = { conversation: ConversationId; sequence: number };

/** React hook that returns whether older items were just prepended. Screen readers process changes with a delay. */
function useJustPrepended(oldest: number | null): boolean {
  const [first, setFirst] = useState(oldest);
  useEffect(() => {
    if (first === null) return setFirst(oldest);
    const timer = setTimeout(() => setFirst(oldest), SILENCE_MS);
    return () => clearTimeout(timer);
  }, [first, oldest]);
  return first !== null && oldest !== null && oldest < first;
}

/** Timeline entry of a call. */
function CallLine({
  call: { outcome, seconds },
  notice: { by, at },
  account,
  nameOf,
}: {
  call: Extract<NoticeView['event'], { type: 'call' }>;
  notice: NoticeView;
  account: Address;
  nameOf: NameOf;
}) {
  const t = useTranslations('wallet.call.log');
  const timeOf = useTimeOfDay();
  const isOwn = isAddressEqual(by, account);
  const direction = isOwn ? ('outgoing' as const) : ('incoming' as const);
  return (
    <p className="flex flex-wrap justify-center gap-x-2 px-4 text-center text-sm text-muted">
      <span className={outcome === 'missed' && !isOwn ? 'text-error' : ''}>
        {t(`${direction}.${outcome}`, { name: nameOf(by) })}
      </span>
      {seconds === null ? null : <span className="figures">{elapsedText(seconds)}</span>}
      <time dateTime={new Date(at).toISOString()} className="figures">
        {timeOf(at)}
      </time>
    </p>
  );
}

/** Timeline entry of a member's action. */
function NoticeLine({ notice, account, nameOf }: { notice: NoticeView; account: Address; nameOf: NameOf }) {
  const t = useTranslations('wallet.messages.event');
  const format = useFormatter();
  const { event, by } = notice;
  if (event.type === 'call')
    return <CallLine call={event} notice={notice} account={account} nameOf={nameOf} />;
  const name = nameOf(by);
  const text = () => {
    switch (event.type) {
      case 'added':
      case 'removed':
        return t(event.type, {
          name,
          accounts: format.list(event.accounts.map((one) => nameOf(one, 'object'))),
        });
      case 'devicesAdded':
      case 'devicesRemoved':
        return t(event.type, { account: nameOf(event.account), count: event.devices.length });
      case 'role':
        return t(`role.${event.role}`, { name, account: nameOf(event.account, 'object') });
      case 'renamed':
        return t('renamed', { name, room: event.name });
      case 'invited':
        return t(isAddressEqual(by, account) ? 'invitedByOwnDevice' : 'invited', { name });
      default:
        return t(event.type, { name });
    }
  };
  return <p className="px-4 text-center text-sm text-balance text-muted">{text()}</p>;
}

/** Placeholder for messages that are loading. */
export function LoadingMessages() {
  return (
    <div className="grid content-end gap-4">
      <Repeat count={4}>
        <div className="grid max-w-64 gap-2 rounded-soft border border-line bg-raised p-4">
          <Bar className="w-40" />
          <Bar className="w-24" />
        </div>
      </Repeat>
    </div>
  );
}

const NO_PAYMENTS: readonly MessageView[] = [];

const keyOf = (item: TimelineItem) => item.sequence;
const isCall = (item: TimelineItem) => item.kind === 'notice' && item.event.type === 'call';
const referenceKey = ({ by, id }: MessageView['reference']) => `${by.toLowerCase()} ${id}`;

/**
 * A conversation's messages, newest at the bottom. The scroll position is relative to the bottom, so older messages
 * that load above don't shift the view. Messages outside the viewport aren't laid out.
 */
export function MessageList({
  account,
  timeline,
  nameOf,
  isRoom,
  actions,
  money,
  images,
  target,
  unread,
  onRead,
}: {
  account: Address;
  timeline: TimelineHandle;
  nameOf: NameOf;
  isRoom: boolean;
  actions: MessageActions | null;
  money: MoneyContext;
  images: ImageContext;
  target: Target | null;
  /** Increases when a message arrives or when a listed call becomes a missed call. */
  unread: number;
  /** Called when the newest message becomes visible. */
  onRead: () => void;
}) {
  const t = useTranslations('wallet.messages');
  const timeZone = useTimeZone();
  const { items, hasOlder, isLoaded } = useSyncExternalStore(timeline.subscribe, timeline.getSnapshot);
  const frame = useRef<HTMLElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const [oldest] = items;
  const isPrepended = useJustPrepended(oldest === undefined ? null : keyOf(oldest));
  const newest = items.at(-1);
  const newestKey = newest === undefined ? null : keyOf(newest);
  const read = useEffectEvent(onRead);

  useEffect(() => {
    if (newestKey === null || !isAtEnd || unread === 0) return;
    const markRead = () => document.visibilityState === 'visible' && read();
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [newestKey, isAtEnd, unread]);

  // With reversed columns, the scroll position is 0 at the bottom and negative above it.
  const follow = () => {
    const element = frame.current;
    if (!element) return;
    setAtEnd(-element.scrollTop < AT_END_PX);
    const left = element.scrollHeight - element.clientHeight + element.scrollTop;
    if (hasOlder && left < LOAD_AHEAD_PX) void timeline.loadOlder();
  };
  const followLatest = useEffectEvent(follow);
  const { length } = items;
  useLayoutEffect(() => {
    // Loads more if the loaded messages don't fill the viewport.
    if (isLoaded && length > 0) followLatest();
  }, [isLoaded, length]);
  // Scroll to a message that the user just sent, whatever the scroll position.
  const isOwnNewest = newest?.kind === 'message' && newest.isOwn && newest.state.kind === 'waiting';
  useLayoutEffect(() => {
    if (isOwnNewest && newestKey !== null) frame.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [isOwnNewest, newestKey]);

  const hasTarget = target !== null && items.some((item) => item.sequence === target.sequence);
  useLayoutEffect(() => {
    if (!hasTarget) return;
    const element = frame.current?.querySelector<HTMLElement>(
      `[data-sequence="${target?.sequence}"] > .message`,
    );
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [hasTarget, target]);

  const { byReference, payments } = useMemo(() => {
    const messages = items.filter((item) => item.kind === 'message');
    // Messages that claim to pay a request, by its reference.
    const payments = new Map<string, MessageView[]>();
    for (const message of messages) {
      if (message.body?.type !== 'transfer' || !message.body.pays) continue;
      const request = referenceKey(message.body.pays);
      payments.set(request, [...(payments.get(request) ?? []), message]);
    }
    return {
      byReference: new Map(messages.map((message) => [referenceKey(message.reference), message])),
      payments,
    };
  }, [items]);
  const days = useMemo(() => items.map(({ at }) => dayAt(at, timeZone)), [items, timeZone]);
  const quoteOf = ({ body }: MessageView) =>
    (body?.type === 'text' || body?.type === 'image') && body.replyTo
      ? (byReference.get(referenceKey(body.replyTo)) ?? null)
      : undefined;

  const paidOf = ({ body }: MessageView) =>
    body?.type === 'transfer' && body.pays ? (byReference.get(referenceKey(body.pays)) ?? null) : null;
  const paymentsOf = ({ reference }: MessageView) => payments.get(referenceKey(reference)) ?? NO_PAYMENTS;

  return (
    <div className="relative grid min-h-0 flex-1">
      <section
        ref={frame}
        aria-label={t('messages')}
        // Scrollable regions must be focusable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        onScroll={follow}
        className="flex min-h-0 flex-col-reverse overflow-y-auto overscroll-contain py-4"
      >
        {isLoaded ? (
          <div>
            {hasOlder ? null : (
              <p className="measure mx-auto px-4 pb-6 text-center text-sm text-balance text-muted">
                {t('beginning')}
              </p>
            )}
            {/* Announces only new messages, not the history. */}
            <div role="log" aria-live={isPrepended ? 'off' : 'polite'} aria-relevant="additions">
              <ol className="grid gap-3">
                {items.map((item, index) => {
                  const before = items[index - 1];
                  const day = days[index] as string;
                  const isNewDay = days[index - 1] !== day;
                  const isSameSender =
                    !isNewDay &&
                    before?.kind === 'message' &&
                    item.kind === 'message' &&
                    before.by === item.by;
                  return (
                    <Fragment key={keyOf(item)}>
                      {isNewDay ? (
                        <li className="py-2 text-center text-xs text-muted">
                          <DayName day={day} />
                        </li>
                      ) : null}
                      <li
                        data-sequence={item.sequence}
                        // The call panel already announces the call's state.
                        {...(isCall(item) ? { 'aria-live': 'off' } : {})}
                        className={`[content-visibility:auto] ${
                          item.kind === 'message' && item.body?.type === 'image'
                            ? '[contain-intrinsic-size:auto_18rem]'
                            : '[contain-intrinsic-size:auto_4.5rem]'
                        }`}
                      >
                        {item.kind === 'notice' ? (
                          <NoticeLine notice={item} account={account} nameOf={nameOf} />
                        ) : (
                          <MessageBubble
                            account={account}
                            message={item}
                            name={nameOf(item.by)}
                            isNameShown={isRoom && !item.isOwn && !isSameSender}
                            quote={quoteOf(item)}
                            nameOf={nameOf}
                            actions={actions}
                            money={money}
                            images={images}
                            paid={paidOf(item)}
                            {...(item.body?.type === 'request' ? { payments: paymentsOf(item) } : {})}
                          />
                        )}
                      </li>
                    </Fragment>
                  );
                })}
              </ol>
            </div>
          </div>
        ) : (
          <Placeholder>
            <LoadingMessages />
          </Placeholder>
        )}
      </section>
      {isAtEnd ? null : (
        <button
          type="button"
          onClick={() => frame.current?.scrollTo({ top: 0, behavior: 'instant' })}
          className="absolute end-2 bottom-3 min-h-11 rounded-full border border-edge bg-raised px-4 text-sm shadow-dialog"
        >
          {t('toNewest')}
        </button>
      )}
    </div>
  );
}
