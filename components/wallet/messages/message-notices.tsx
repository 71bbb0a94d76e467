import { useRouter } from 'next/navigation';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { holdWhileVisible, showNotification } from '@/lib/browser/notifications';
import { getPathname } from '@/lib/i18n/navigation';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { ConversationId, ConversationView } from '@/lib/messages/protocol/view-types';
import { useNotifiedAccounts } from '@/lib/messages/views/account-marks';
import { announced, useUnread } from '@/lib/messages/views/unread';
import { routes } from '@/lib/routes';
import { useCalls } from '@/lib/wallet/calls/call-store';
import { useMessengerSnapshot } from './use-messenger';
import { usePersonName } from './use-person-name';

/** React hook that shows the number of unread messages in the title of a hidden tab. */
function useTitleCount(count: number) {
  useEffect(() => {
    const show = (isHidden: boolean) => {
      const title = document.title.replace(/^\(\d+\) /, '');
      const wanted = isHidden && count > 0 ? `(${count}) ${title}` : title;
      if (wanted !== document.title) document.title = wanted;
    };
    const update = () => show(document.visibilityState === 'hidden');
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      show(false);
    };
  }, [count]);
}

/** React hook that returns a function to show a notification, if the user has turned notifications on. */
function useAnnounce({ account }: Messenger) {
  const locale: Locale = useLocale();
  const router = useRouter();
  const isOn = useNotifiedAccounts(({ entries }) => entries.includes(account.toLowerCase()));
  return (title: string, { tag, conversation }: { tag: string; conversation: ConversationId }) => {
    if (!isOn) return;
    const path = getPathname({ href: routes.messages, locale });
    const onOpen = () => router.push(`${path}?conversation=${encodeURIComponent(conversation)}`);
    // If the browser refuses, the title and the list still show the message.
    void showNotification(title, { tag, onOpen }).catch(() => undefined);
  };
}

/** React hook that announces messages that arrive in a hidden tab. The title names the sender, never the content. */
function useMessageNotifications(messenger: Messenger, conversations: readonly ConversationView[]) {
  const t = useTranslations('wallet.messages.notifications');
  const nameOf = usePersonName(messenger.account);
  const announce = useAnnounce(messenger);
  const { isCaughtUp } = useMessengerSnapshot(messenger);
  const before = useRef<ReadonlyMap<ConversationId, number> | null>(null);
  const onChange = useEffectEvent((known: ReadonlyMap<ConversationId, number>) => {
    for (const { id, unread, peer, name } of conversations) {
      if (unread <= (known.get(id) ?? 0)) continue;
      const title = peer ? t('from', { name: nameOf(peer) }) : name ? t('in', { name }) : t('unnamed');
      announce(title, { tag: id, conversation: id });
    }
  });
  useEffect(() => {
    // What waited on the server while the browser was closed isn't announced one by one.
    if (!isCaughtUp) return;
    if (before.current) onChange(before.current);
    before.current = new Map(conversations.map(({ id, unread }) => [id, unread]));
  }, [isCaughtUp, conversations]);
}

/** React hook that announces a ringing call in a hidden tab, unless its conversation is muted. */
function useCallNotification(messenger: Messenger) {
  const t = useTranslations('wallet.messages.notifications');
  const nameOf = usePersonName(messenger.account);
  const announce = useAnnounce(messenger);
  const ringing = useCalls(({ view: { state } }) => (state.phase === 'ringingIn' ? state.call : null));
  const callId = ringing?.id;
  const onRing = useEffectEvent(() => {
    if (!ringing) return;
    const { id, caller, conversation } = ringing;
    const called = messenger.getSnapshot().conversations.find((one) => one.id === conversation);
    if (called?.isMuted) return;
    const name = nameOf(caller.account);
    const room = called?.kind === 'room' ? called.name : '';
    announce(room === '' ? t('call', { name }) : t('roomCall', { name, room }), { tag: id, conversation });
  });
  useEffect(() => {
    if (callId) onRing();
  }, [callId]);
}

/** Announces new messages and calls outside the messages page: in the navigation, the tab's title, and notifications. */
export function MessageNotices({ messenger }: { messenger: Messenger }) {
  const conversations = announced(useMessengerSnapshot(messenger).conversations);
  const count = conversations.reduce((sum, { unread }) => sum + unread, 0);
  useEffect(() => holdWhileVisible(), []);
  useEffect(() => useUnread.setState({ count }), [count]);
  useEffect(() => () => useUnread.setState({ count: 0 }), []);
  useTitleCount(count);
  useMessageNotifications(messenger, conversations);
  useCallNotification(messenger);
  return null;
}
