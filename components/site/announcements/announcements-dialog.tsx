import { useEffect, useMemo, useRef, useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { LoadFailure, LoadWait } from '@/components/ui/load-state';
import { useArticle } from '@/lib/api/hooks';
import type { ArticleEntry } from '@/lib/api/types';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { ARTICLES_POLICY } from '@/lib/http/content-policy';
import type { Locale } from '@/lib/i18n/routing';
import { markArticleRead } from '@/lib/preferences/read-articles';
import type { DialogWording, SiteDialogProps } from '../site-dialog-props';
import { AnnouncementList, AnnouncementTime } from './announcement-list';
import './announcement-body.css';

let articles: Pick<TrustedTypePolicy, 'createHTML'> | undefined;

/** Returns the HTML of an article, which the server has sanitized (lib/server/articles), as markup for the page. */
function trustedArticle(html: string): string | TrustedHTML {
  articles ??= window.trustedTypes?.createPolicy(ARTICLES_POLICY, { createHTML: (body: string) => body });
  return articles?.createHTML(html) ?? html;
}

/** Shows one announcement and marks it as read once it has loaded. */
function AnnouncementDetail({
  entry: { id, publishedAt },
  locale,
  wording,
  onBack,
}: {
  entry: ArticleEntry;
  locale: Locale;
  wording: DialogWording;
  onBack: () => void;
}) {
  const back = useRef<HTMLButtonElement>(null);
  const { data, error, isValidating, mutate } = useArticle(id);
  const isLoaded = data !== undefined;
  const body = useMemo(() => data && trustedArticle(data.body), [data]);
  useEffect(() => back.current?.focus(), []);
  useEffect(() => {
    if (isLoaded) markArticleRead(id);
  }, [isLoaded, id]);
  return (
    <div className="grid justify-items-start gap-3">
      <button
        ref={back}
        type="button"
        className="inline-flex min-h-11 items-center gap-2 text-sm text-water"
        onClick={onBack}
      >
        <Icon path="M17 10H3M8 5l-5 5 5 5" size={20} />
        {wording.announcements.back}
      </button>
      <p className="text-xs text-muted">
        <AnnouncementTime at={publishedAt} locale={locale} />
      </p>
      {data && body !== undefined ? (
        <div
          lang={data.lang}
          className="announcement-body measure"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server (lib/server/articles), also if it comes from a back end.
          dangerouslySetInnerHTML={{ __html: body }}
        />
      ) : error ? (
        <LoadFailure
          text={error.message}
          retry={isValidating ? wording.retrying : wording.retry}
          onRetry={() => void mutate()}
        />
      ) : (
        <LoadWait>{wording.loading}</LoadWait>
      )}
    </div>
  );
}

type View = { reading: ArticleEntry | null; last: number | null };
const LIST: View = { reading: null, last: null };

/** Shows the list of announcements, or a single announcement with a back button (WAL-12). */
export function AnnouncementsDialog({ locale, wording }: SiteDialogProps) {
  const open = useDialogs((state) => state.open === 'announcements');
  const [{ reading, last }, setView] = useState(LIST);
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog('announcements')}
      onClosed={() => setView(LIST)}
      title={reading?.title ?? wording.announcements.title}
      closeLabel={wording.close}
    >
      <div className="min-h-[min(36rem,60dvh)]">
        {reading ? (
          <AnnouncementDetail
            entry={reading}
            locale={locale}
            wording={wording}
            onBack={() => setView({ reading: null, last: reading.id })}
          />
        ) : (
          <AnnouncementList
            locale={locale}
            wording={wording}
            focused={last}
            onOpen={(entry) => setView({ reading: entry, last: null })}
          />
        )}
      </div>
    </Dialog>
  );
}
