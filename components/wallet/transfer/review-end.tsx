import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import type { ChainErrorCode } from '@/lib/evm/errors';
import type { TransactionKind } from '@/lib/wallet/transactions/ledger-entry';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import { TransferStatus } from './transfer-status';

/** Footer of a review: status before sending, and the back and confirm buttons. */
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
  /** Shown while a request may still be open in the wallet. */
  attemptText?: string;
  stepText: (step: 'checking' | 'signing') => string;
  /** Null if it cannot be confirmed. */
  submitLabel: string | null;
  onBack: () => void;
  /** If omitted, the button submits the surrounding form. */
  onConfirm?: () => void;
}) {
  const t = useTranslations('wallet.withdraw');
  const errors = useTranslations('wallet.errors');
  const busy = step !== 'idle';
  // The user declined, which is not an error.
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
      {/* Not disabled while busy: a disabled button would lose the focus. */}
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
