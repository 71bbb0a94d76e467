import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { LoadFailure, LoadWait } from '@/components/ui/load-state';
import { useArticles } from '@/lib/api/hooks';
import type { ArticleEntry } from '@/lib/api/types';
import type { Locale } from '@/lib/i18n/routing';
import { useReadArticles } from '@/lib/preferences/read-articles';
import type { DialogWording } from '../site-dialog-props';

/** A list item that opens the announcement when any part of it is clicked. */
function AnnouncementItem({
  entry: { title, summary, lang, publishedAt },
  locale,
  unread,
  focused,
  onOpen,
}: {
  entry: ArticleEntry;
  locale: Locale;
  /** The "unread" label, or null if the announcement has been read. */
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

/** Lists the announcements in pages, newest first, and marks the unread ones. */
export function AnnouncementList({
  locale,
  wording,
  focused,
  onOpen,
}: {
  locale: Locale;
  wording: DialogWording;
  /** ID of the announcement that was just read, whose list item receives focus. */
  focused: number | null;
  onOpen: (entry: ArticleEntry) => void;
}) {
  const { data: pages, error, isValidating, size, setSize, mutate } = useArticles();
  const readHere = useReadArticles((state) => state.entries);
  /** Number of items before more were loaded. The first new item receives focus, because the button may disappear. */
  const [shown, setShown] = useState<number | null>(null);
  const failure = error && (
    <LoadFailure
      text={wording.failed}
      reason={error.message}
      retry={isValidating ? wording.retrying : wording.retry}
      onRetry={() => void mutate()}
    />
  );
  if (!pages) return failure || <LoadWait>{wording.loading}</LoadWait>;

  // A newly published announcement shifts the pages, so the last item of one page can appear again on the next.
  const entries = pages.flatMap((page) => page.list);
  const list = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  const total = pages.at(-1)?.total ?? 0;
  if (list.length === 0) return <p className="min-h-28 text-muted">{wording.announcements.empty}</p>;
  const next = shown === null ? undefined : list[shown]?.id;
  const isLoadingMore = pages.length < size && !error;
  return (
    <div className="grid justify-items-start gap-4">
      <ul
        aria-label={wording.announcements.title}
        className="-mx-3 grid justify-self-stretch border-t border-line"
      >
        {list.map((entry) => (
          <AnnouncementItem
            key={entry.id}
            entry={entry}
            locale={locale}
            unread={entry.read || readHere.includes(entry.id) ? null : wording.announcements.unread}
            focused={entry.id === (next ?? focused)}
            onOpen={() => onOpen(entry)}
          />
        ))}
      </ul>
      {failure}
      {!error && list.length < total && (
        <Button
          aria-disabled={isLoadingMore}
          onClick={() => {
            if (isLoadingMore) return;
            setShown(list.length);
            void setSize(size + 1);
          }}
        >
          {isLoadingMore ? wording.loading : wording.announcements.more}
        </Button>
      )}
    </div>
  );
}

/** Shows an announcement's date in the user's language and time zone. */
export function AnnouncementTime({ at, locale }: { at: string; locale: Locale }) {
  return (
    <time dateTime={at} className="figures">
      {new Date(at).toLocaleDateString(locale, { dateStyle: 'long' })}
    </time>
  );
}
