import { useTranslations } from 'next-intl';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import type { useCreateCard } from './use-create-card';

/** How far a new card is: opened in the contract, then created by the issuer. */
export function CreateProgress({ creation }: { creation: ReturnType<typeof useCreateCard> }) {
  const t = useTranslations('wallet.card.create');
  const card = useTranslations('wallet.card');
  const { isOpened, isOpening, isCreating, problem, readAgain } = creation;
  const steps = [
    { name: 'opening', state: isOpened ? 'done' : 'current' },
    { name: 'creating', state: isCreating ? 'current' : 'ahead' },
  ] as const;
  return (
    <div aria-live="polite" className="grid gap-3 empty:hidden">
      {isOpening || isCreating ? (
        <ul className="stage-list text-sm">
          {steps.map(({ name, state }) => (
            <li key={name} data-state={state}>
              <span aria-hidden="true" className="stage-mark" />
              {t(`step.${name}`)}
            </li>
          ))}
        </ul>
      ) : null}
      {readAgain ? (
        <RetryAlert message={card('formFailed')} retryLabel={card('retry')} onRetry={readAgain} />
      ) : null}
      {problem ? (
        <p className="measure border-s-2 border-error ps-3 text-sm">
          {problem} {t('failed')}
        </p>
      ) : null}
    </div>
  );
}
