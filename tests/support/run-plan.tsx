import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TransactionWatcher } from '@/components/wallet/shell/transaction-watcher';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { useTransaction } from '@/lib/wallet/transactions/use-transaction';

/** A button that carries a plan out, what it says of that, and the watcher that every page has. */
export function RunPlan({ plan }: { plan: TransactionPlan }) {
  const { step, problem, start } = useTransaction();
  const state = useLedger(({ entries }) => entries.at(-1)?.status);
  return (
    <>
      <button type="button" onClick={() => void start(plan)}>
        Go
      </button>
      <output>{`${step} ${problem ?? state ?? 'nothing'}`}</output>
      <TransactionWatcher />
    </>
  );
}

export const pressGo = () => userEvent.click(screen.getByRole('button', { name: 'Go' }));

/** Waits for a step, and beside it the problem of the last try, or where the latest transaction stands. */
export const says = (text: string) =>
  waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text));
