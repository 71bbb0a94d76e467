/// <reference lib="webworker" />
import type { PushKind } from '@/lib/api/push-kinds';
import { prefixOf, routing } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { wordingOf } from './wording';

declare const self: ServiceWorkerGlobalScope;

/** The page that a notification opens, by the kind of the message. */
const PAGES: Readonly<Record<PushKind, string>> = {
  money: routes.activity,
  alerts: routes.coins,
  messages: routes.messages,
};

type Notice = { kind: PushKind; locale: string };

/** Parses a push message. Returns null if it isn't from this site's server. It has no content of its own. */
function readNotice(data: PushMessageData | null): Notice | null {
  try {
    const { kind, locale }: Record<string, unknown> = data?.json() ?? {};
    const isKnown = typeof kind === 'string' && Object.hasOwn(PAGES, kind);
    return isKnown ? { kind: kind as PushKind, locale: String(locale) } : null;
  } catch {
    return null;
  }
}

const openWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows a notification with this worker's own text, unless the site is on the screen, which shows the event itself. */
async function show(data: PushMessageData | null): Promise<void> {
  const notice = readNotice(data);
  const windows = await openWindows();
  if (!notice || windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const locale = routing.locales.find((one) => one === notice.locale) ?? routing.defaultLocale;
  await self.registration.showNotification(wordingOf(locale).push[notice.kind], {
    tag: `push ${notice.kind}`,
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
