import type { Locale } from '@/lib/i18n/routing';

/** The day of an announcement, as the reader's language writes it and by the reader's clock. */
export function AnnouncementTime({ at, locale }: { at: string; locale: Locale }) {
  return (
    <time dateTime={at} className="figures">
      {new Date(at).toLocaleDateString(locale, { dateStyle: 'long' })}
    </time>
  );
}
