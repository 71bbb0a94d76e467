import type { PushKind } from '@/lib/api/push-kinds';
import { routing, withoutLocale } from '@/lib/i18n/routing';

/** What a notification is about: a kind of push message, or one that this worker doesn't know. */
export type NoticeKind = PushKind | 'other';

/** Texts of the worker, which can't load message files. */
export type WorkerWording = {
  title: string;
  text: string;
  retry: string;
  push: Record<NoticeKind, string>;
};

/** The worker's texts by locale, which the build writes into it (server/build/service-worker.ts). */
declare const WORKER_WORDING: Readonly<Record<string, WorkerWording>>;

/** Returns the locale of a page's path. */
export const localeOf = (pathname: string): string =>
  withoutLocale(pathname) === pathname ? routing.defaultLocale : (pathname.split('/')[1] ?? '');

/** Returns the worker's texts in a locale. @throws if the build has none for it. */
export function wordingOf(locale: string): WorkerWording {
  const wording = WORKER_WORDING[locale];
  if (!wording) throw new Error(`no texts for ${locale}`);
  return wording;
}
