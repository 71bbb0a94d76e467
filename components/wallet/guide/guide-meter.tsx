import { useTranslations } from 'next-intl';
import type { GuideStep } from './guide-steps';

/**
 * The steps that the guide counts as lines, with names for screen readers only. The lines of the current and completed
 * steps are bold.
 */
export function GuideMeter({
  steps,
  done,
  current,
}: {
  steps: readonly GuideStep[];
  done: readonly GuideStep[];
  current: GuideStep | null;
}) {
  const t = useTranslations('wallet.guide');
  return (
    <ol aria-label={t('steps')} className="guide-meter">
      {steps.map((step) => {
        const isDone = done.includes(step);
        return (
          <li
            key={step}
            aria-current={step === current ? 'step' : undefined}
            data-state={isDone ? 'done' : step === current ? 'current' : 'ahead'}
          >
            <span className="sr-only">
              {t(`name.${step}`)} {isDone ? t('isDone') : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
