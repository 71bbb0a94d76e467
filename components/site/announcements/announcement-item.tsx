import { useEffect, useRef } from 'react';
import type { ArticleEntry } from '@/lib/api/types';
import type { Locale } from '@/lib/i18n/routing';
import { AnnouncementTime } from './announcement-time';

/** One announcement of the list; the whole of it opens it. */
export function AnnouncementItem({
  entry: { title, summary, lang, publishedAt },
  locale,
  unread,
  focused,
  onOpen,
}: {
  entry: ArticleEntry;
  locale: Locale;
  /** The word for it; null where it has been read. */
  unread: string | null;
  focused: boolean;
  onOpen: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <li className="relative grid gap-1 border-b border-line px-3 py-4 hover:bg-water-wash">
      <h3 className={unread === null ? '' : 'font-[600]'}>
        <button
          ref={button}
          type="button"
          lang={lang}
          onClick={onOpen}
          className="text-start before:absolute before:inset-0 before:content-['']"
        >
          {title}
        </button>
      </h3>
      <p lang={lang} className="text-sm text-muted">
        {summary}
      </p>
      <p className="flex items-center gap-2 text-xs text-muted">
        <AnnouncementTime at={publishedAt} locale={locale} />
        {unread === null ? null : (
          <span className="inline-flex items-center gap-1.5 font-[550] text-water">
            <span aria-hidden="true" className="size-2 rounded-sharp bg-current" />
            {unread}
          </span>
        )}
      </p>
    </li>
  );
}
