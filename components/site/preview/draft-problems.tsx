import { useTranslations } from 'next-intl';
import type { DraftProblem } from '@/lib/preview/overlay';

/** What is wrong with the drafts of this language, folded under its number. */
export function DraftProblems({ problems }: { problems: readonly DraftProblem[] }) {
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
