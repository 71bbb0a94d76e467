import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { type GuideStep, guideSteps } from './guide-steps';

/** The guide's steps as lines. The lines of completed steps are bold. Phones show only the lines. */
export function GuideMeter({ done, current }: { done: readonly GuideStep[]; current: GuideStep | null }) {
  const t = useTranslations('wallet.guide');
  return (
    <ol aria-label={t('steps')} className="guide-meter">
      {guideSteps.map((step) => {
        const isDone = done.includes(step);
        return (
          <li
            key={step}
            aria-current={step === current ? 'step' : undefined}
            data-state={isDone ? 'done' : step === current ? 'current' : 'ahead'}
          >
            <span className="flex items-center gap-1 max-md:sr-only">
              {t(`name.${step}`)}
              {isDone ? (
                <>
                  <Icon path="m4 10 4 4 8-9" size={20} strokeWidth={2} className="size-4 text-success" />
                  <span className="sr-only">{t('isDone')}</span>
                </>
              ) : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
