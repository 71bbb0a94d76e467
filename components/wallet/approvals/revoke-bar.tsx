import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { ChainErrorCode } from '@/lib/evm/errors';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import type { RevokeProgress } from './use-revoke';

/** What was chosen to be taken back, how far that has come, and why it stopped. At hand while the list scrolls. */
export function RevokeBar({
  count,
  step,
  problem,
  progress,
  sent,
  onRevoke,
  onClear,
}: {
  count: number;
  step: TransactionStep;
  problem: ChainErrorCode | null;
  progress: RevokeProgress | null;
  /** How many of the last try were sent. */
  sent: number;
  onRevoke: () => void;
  onClear: () => void;
}) {
  const t = useTranslations('wallet.approvals');
  const errors = useTranslations('wallet.errors');
  const isBusy = progress !== null;
  // A refusal is the user's own doing: said, but not as something that went wrong.
  const isDeclined = problem === 'rejected' && !isBusy;
  const stepText = () => {
    if (isDeclined) return sent > 0 ? t('declinedRest', { count: sent }) : errors('rejected');
    if (!progress || (step !== 'checking' && step !== 'signing')) return '';
    return progress.total > 1 ? t(`progress.${step}`, progress) : t(`step.${step}`);
  };
  const isSilent = count === 0 && !isBusy && (problem === null || isDeclined);
  return (
    <section
      aria-label={t('chosenTitle')}
      className={
        isSilent
          ? 'sr-only'
          : 'revoke-bar sticky bottom-[calc(1rem+env(safe-area-inset-bottom))] z-10 grid gap-3 rounded-soft border border-edge bg-raised p-4 shadow-dialog md:p-5'
      }
    >
      {problem && !isDeclined && !isBusy ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {errors(problem)}
        </p>
      ) : null}
      <p role="status" className="text-sm text-muted empty:hidden">
        {stepText()}
      </p>
      {count === 0 && !isSilent && !isBusy ? (
        <div>
          <Button size="small" onClick={onClear}>
            {t('dismiss')}
          </Button>
        </div>
      ) : null}
      {count > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="figures">{t('chosen', { count })}</p>
          {/* Not disabled while busy: a disabled button would lose the focus. */}
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 max-sm:w-full">
            <Button size="small" aria-disabled={isBusy} onClick={() => !isBusy && onClear()}>
              {t('clear')}
            </Button>
            <Button
              size="small"
              variant="signal"
              aria-disabled={isBusy}
              aria-busy={isBusy}
              onClick={() => !isBusy && onRevoke()}
            >
              {t('revokeChosen', { count })}
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  );
}
