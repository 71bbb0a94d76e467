import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { depositDraft } from '@/components/wallet/transfer/transfer-draft';
import { openDialog } from '@/lib/browser/dialogs';
import { formatAmount } from '@/lib/format/amount';
import { type DepositOrder, depositPlan } from '@/lib/wallet/vault/deposit-plan';
import { useWithdrawalTerms, withdrawalFee } from '@/lib/wallet/vault/withdrawal-terms';

/** What it would cost to withdraw the deposit again, from the vault's current terms. */
function WithdrawalCost({ chainId, vault, token, amount, decimals, symbol }: DepositOrder) {
  const t = useTranslations('wallet.deposit.withdrawalCost');
  const locale = useLocale();
  const { terms, failed } = useWithdrawalTerms({ chainId, vault, token });
  const text = () => {
    if (!terms) return t(failed ? 'unknown' : 'loading');
    const fee = withdrawalFee(amount, terms);
    if (fee === 0n) return t('free');
    return t('fee', { fee: formatAmount(fee, decimals, locale), symbol });
  };
  return <p className="text-sm text-muted">{text()}</p>;
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
