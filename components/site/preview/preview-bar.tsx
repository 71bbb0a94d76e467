import { type Messages, useLocale, useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { endonym, routing } from '@/lib/i18n/routing';
import { DRAFT_WORDING_ID } from '@/lib/preview/draft-wording';
import type { DraftProblem } from '@/lib/preview/overlay';

/**
 * Links to the current page in each other language, and a link that leaves the preview. The server determines the
 * current page from the Referer header, which is correct even after client-side navigation and requires no code on
 * public pages.
 */
function PreviewActions() {
  const t = useTranslations('preview');
  const locale = useLocale();
  const others = routing.locales.filter((other) => other !== locale);
  return (
    <div className="-mx-4 flex flex-wrap items-center sm:ms-auto">
      {others.map((other) => (
        <a
          key={other}
          href={`/api/preview/language?locale=${other}`}
          referrerPolicy="same-origin"
          className={buttonClass({ variant: 'plain', size: 'small' })}
        >
          {others.length === 1 ? t('language') : <span lang={other}>{endonym(other)}</span>}
        </a>
      ))}
      <form method="post" action="/api/preview/exit">
        <input type="hidden" name="locale" value={locale} />
        <button type="submit" className={buttonClass({ variant: 'plain', size: 'small' })}>
          {t('leave')}
        </button>
      </form>
    </div>
  );
}

/** Shows how many problems this language's drafts have. Opening the summary lists the problems. */
function DraftProblems({ problems }: { problems: readonly DraftProblem[] }) {
  const t = useTranslations('preview');
  if (problems.length === 0) return <p className="py-2.5 text-muted">{t('clean')}</p>;
  const explain = (problem: DraftProblem) =>
    problem.kind === 'placeholders'
      ? t('problem.placeholders', { expected: problem.expected.join(' ') || t('problem.none') })
      : t(`problem.${problem.kind}`);
  return (
    <details className="open:order-last open:w-full">
      <summary className="min-h-11 cursor-pointer py-2.5 text-warning">
        {t('problems', { count: problems.length })}
      </summary>
      <p className="text-muted">{t('kept')}</p>
      <dl className="mt-2 max-h-[40dvh] overflow-y-auto pb-3" tabIndex={0}>
        {problems.map((problem) => (
          <div key={problem.key} className="py-1">
            <dt className="font-mono text-xs break-all">{problem.key || t('file')}</dt>
            <dd>{explain(problem)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/**
 * Shows a bar at the bottom of every page of a preview, with the problems in its drafts, and passes the drafts' wording
 * to the wallet.
 */
export function PreviewBar({
  messages,
  problems,
}: {
  messages: Messages;
  problems: readonly DraftProblem[];
}) {
  const t = useTranslations('preview');
  return (
    <aside
      aria-label={t('label')}
      className="night sticky bottom-0 z-10 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] text-ink print:hidden"
    >
      <div className="page-width flex flex-wrap items-center gap-x-6 text-sm">
        <strong className="py-2.5">{t('title')}</strong>
        <DraftProblems problems={problems} />
        <PreviewActions />
      </div>
      <script type="application/json" id={DRAFT_WORDING_ID}>
        {JSON.stringify(messages)}
      </script>
    </aside>
  );
}
