import type { Address } from 'viem';
import { useAttempts } from '@/lib/wallet/transactions/attempts';
import type { TransactionKind } from '@/lib/wallet/transactions/ledger-entry';

/** Says that the wallet may still have one of this kind open, whose end this page has not learned. */
export function AttemptNote({
  kind,
  account,
  text,
}: {
  kind: TransactionKind;
  account: Address | undefined;
  text: string;
}) {
  const isOpenInWallet = useAttempts((state) =>
    state.entries.some((entry) => entry.kind === kind && entry.account === account),
  );
  return isOpenInWallet ? <p className="border-s-2 border-warning ps-3 text-sm">{text}</p> : null;
}
