/// <reference lib="webworker" />
import { prefixOf, routing } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { type NoticeKind, wordingOf } from './wording';

declare const self: ServiceWorkerGlobalScope;

/** The page that a notification opens, by the kind of the message. `other` is for kinds of a newer server. */
const PAGES: Readonly<Record<NoticeKind, string>> = {
  money: routes.activity,
  alerts: routes.coins,
  messages: routes.messages,
  other: routes.wallet,
};

type Notice = { kind: NoticeKind; locale: string };

/** Parses a push message. It has no content of its own. */
function readNotice(data: PushMessageData | null): Notice {
  try {
    const { kind, locale }: Record<string, unknown> = data?.json() ?? {};
    const isKnown = typeof kind === 'string' && Object.hasOwn(PAGES, kind);
    return { kind: isKnown ? (kind as NoticeKind) : 'other', locale: String(locale) };
  } catch {
    return { kind: 'other', locale: routing.defaultLocale };
  }
}

const openWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/**
 * Shows a notification with this worker's own text, without a sound if a page of the site is on the screen. Which one isn't
 * known, because links change a page without a new address of its window. Always shows one, because
 * browsers end subscriptions whose messages show nothing.
 */
async function show(data: PushMessageData | null): Promise<void> {
  const notice = readNotice(data);
  const locale = routing.locales.find((one) => one === notice.locale) ?? routing.defaultLocale;
  await self.registration.showNotification(wordingOf(locale).push[notice.kind], {
    tag: `push ${notice.kind}`,
    silent: (await openWindows()).some(({ visibilityState }) => visibilityState === 'visible'),
    lang: locale,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: prefixOf(locale) + PAGES[notice.kind],
  });
}

/** Shows the page that a notification is about: in the tab that has it open, or in a new one. */
async function open(path: string): Promise<void> {
  const tab = (await openWindows()).find(({ url }) => new URL(url).pathname === path);
  if (tab) await tab.focus();
  else await self.clients.openWindow(path);
}

/** Listens for push messages and for presses on their notifications. */
export function listenForPush(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const path: unknown = event.notification.data;
    if (typeof path === 'string') event.waitUntil(open(path));
  });
}
