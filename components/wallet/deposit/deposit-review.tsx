import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { AmountFiat } from '@/components/wallet/signing/intent-headline';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { depositDraft } from '@/components/wallet/transfer/transfer-draft';
import { openDialog } from '@/lib/browser/dialogs';
import { type DepositOrder, depositPlan } from '@/lib/wallet/vault/deposit-plan';
import { useWithdrawalTerms, withdrawalFee } from '@/lib/wallet/vault/withdrawal-terms';

/** What it would cost to withdraw the deposit again, from the vault's current terms. */
function WithdrawalCost({ chainId, vault, token, amount, coinId, decimals, symbol }: DepositOrder) {
  const t = useTranslations('wallet.deposit.withdrawalCost');
  const { terms, failed } = useWithdrawalTerms({ chainId, vault, token });
  const fee = terms && withdrawalFee(amount, terms);
  return (
    <div className="grid gap-2">
      <dl className="border-t border-line">
        <FigureRow label={t('label')}>
          {fee ? (
            <>
              <AmountToggle value={fee} decimals={decimals} /> {symbol}
              <AmountFiat raw={fee} token={{ decimals, coinId }} />
            </>
          ) : (
            // As high as a fee with its fiat value, so that nothing moves when the fee loads.
            <span role="status" className="inline-block min-h-11">
              {t(fee === 0n ? 'free' : failed ? 'unknown' : 'loading')}
            </span>
          )}
        </FigureRow>
      </dl>
      <p className="text-sm text-muted">{t('note')}</p>
    </div>
  );
}

/** Opens the review of a deposit. Back returns to the form, which keeps its amount until the deposit is sent. */
export function openDepositReview(account: Address, order: DepositOrder): void {
  openReview({
    account,
    plan: depositPlan(order),
    details: <WithdrawalCost {...order} />,
    onBack: () => openDialog('deposit'),
    onSent: () => depositDraft.save(depositDraft.empty),
  });
}
