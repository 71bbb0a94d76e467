import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import type { ChainErrorCode } from '@/lib/evm/errors';
import type { TransactionKind } from '@/lib/wallet/transactions/transaction-kinds';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import { TransferStatus } from './transfer-status';

/** Footer of a review: the status before sending, and the back and confirm buttons. */
export function ReviewEnd({
  kind,
  account,
  step,
  problem,
  attemptText = '',
  stepText,
  submitLabel,
  onBack,
  onConfirm,
}: {
  kind: TransactionKind;
  account: Address | undefined;
  step: TransactionStep;
  problem: ChainErrorCode | null;
  /** Text to show while a request may still be open in the wallet. */
  attemptText?: string;
  stepText: (step: 'checking' | 'signing') => string;
  /** Label of the confirm button, or null if the review cannot be confirmed. */
  submitLabel: string | null;
  onBack: () => void;
  /** Called by the confirm button. If omitted, the button submits the surrounding form. */
  onConfirm?: () => void;
}) {
  const t = useTranslations('wallet.withdraw');
  const errors = useTranslations('wallet.errors');
  const busy = step !== 'idle';
  // A request that the user declined is not an error.
  const isDeclined = problem === 'rejected';
  const isKnown = step === 'checking' || step === 'signing';
  return (
    <>
      <TransferStatus
        kind={kind}
        account={account}
        busy={busy}
        problem={isDeclined ? null : problem}
        attemptText={attemptText}
        stepText={isKnown ? stepText(step) : isDeclined ? errors('rejected') : ''}
      />
      {/* The button is not disabled while busy, because a disabled button would lose focus. */}
      <div className="review-buttons">
        <Button aria-disabled={busy} onClick={() => !busy && onBack()}>
          {t('back')}
        </Button>
        {submitLabel === null ? null : (
          <Button
            variant="signal"
            type={onConfirm ? 'button' : 'submit'}
            aria-disabled={busy}
            aria-busy={busy}
            onClick={() => !busy && onConfirm?.()}
          >
            {submitLabel}
          </Button>
        )}
      </div>
    </>
  );
}
