import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { LoadFailure } from '@/components/ui/load-failure';
import { LoadWait } from '@/components/ui/load-wait';
import { useArticles } from '@/lib/api/hooks';
import type { ArticleEntry } from '@/lib/api/types';
import type { Locale } from '@/lib/i18n/routing';
import { useReadArticles } from '@/lib/preferences/read-articles';
import type { DialogWording } from '../site-dialog-props';
import { AnnouncementItem } from './announcement-item';

/** The announcements, newest first and page by page, the unread ones marked. */
export function AnnouncementList({
  locale,
  wording,
  focused,
  onOpen,
}: {
  locale: Locale;
  wording: DialogWording;
  /** Id of the one that takes the focus: the one that was read. */
  focused: number | null;
  onOpen: (entry: ArticleEntry) => void;
}) {
  const { data: pages, error, isValidating, size, setSize, mutate } = useArticles();
  const readHere = useReadArticles((state) => state.entries);
  /** How many were there when more was asked for: the next one then takes the focus, for the button may go. */
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

  // One that came meanwhile moves another from the end of a page to the next, where it is read again.
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
