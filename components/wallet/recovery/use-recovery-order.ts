import { useTranslations } from 'next-intl';
import { type Address, isAddressEqual } from 'viem';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { type RecoveryOrder, recoveryOrderPlan } from '@/lib/wallet/recovery/recovery-order';
import type { RecoveryPlace } from '@/lib/wallet/recovery/use-recovery-plans';
import { isMissing } from '@/lib/wallet/transactions/ledger-entry';
import { isRecoveryKind } from '@/lib/wallet/transactions/transaction-kinds';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';

/** React hook that returns a contract's name for users. */
export function usePlaceName(): (place: Pick<RecoveryPlace, 'name'>) => string {
  const t = useTranslations('wallet.approvals.spender');
  return ({ name }) => t(name);
}

/** React hook that returns a function to review a recovery transaction. `onSent` is called after it is sent. */
export function useRecoveryOrder(
  account: Address,
): (place: RecoveryPlace, order: RecoveryOrder, onSent?: () => void) => void {
  const nameOf = usePlaceName();
  return (place, order, onSent) =>
    openReview({
      account,
      plan: recoveryOrderPlan(place, nameOf(place), order),
      ...(onSent ? { onSent } : {}),
    });
}

/** React hook that returns whether the network has a pending recovery transaction of the account's to a contract. */
export function useIsUnderWay(account: Address, { chainId, address }: RecoveryPlace): boolean {
  return useLedger((state) =>
    state.entries.some(
      (entry) =>
        entry.status === 'pending' &&
        !isMissing(entry) &&
        isRecoveryKind(entry.kind) &&
        entry.account === account &&
        entry.chainId === chainId &&
        isAddressEqual(entry.request.to, address),
    ),
  );
}
