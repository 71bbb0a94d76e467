import { type Messages, useTranslations } from 'next-intl';
import { DRAFT_WORDING_ID } from '@/lib/preview/draft-wording';
import type { DraftProblem } from '@/lib/preview/overlay';
import { DraftProblems } from './draft-problems';
import { PreviewActions } from './preview-actions';

/** Marks every page of a preview at its foot, says what is wrong with the drafts, and hands their wording to the wallet. */
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
