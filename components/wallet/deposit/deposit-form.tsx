import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { AllowanceNote } from '@/components/wallet/display/allowance-note';
import { useSpendable } from '@/components/wallet/fields/use-spendable';
import { FeesLink } from '@/components/wallet/shell/fees-link';
import { AmountFields } from '@/components/wallet/transfer/amount-fields';
import type { TransferDraft } from '@/components/wallet/transfer/transfer-draft';
import { TransferStatus } from '@/components/wallet/transfer/transfer-status';
import { useTokenChoice } from '@/components/wallet/transfer/use-transfer';
import { notify } from '@/lib/browser/notices';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { ChainErrorCode } from '@/lib/evm/errors';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import { useVaultPaused } from '@/lib/wallet/vault/withdrawal-terms';
import type { DepositOrder } from './deposit-plan';

/** Gas units reserved for a deposit of native currency: about twice what it uses. */
const DEPOSIT_GAS = 150_000n;

type Order = { order: DepositOrder } | { problem: string };

/** Form for the chain, token, and amount of a deposit. Errors appear next to their fields. */
export function DepositForm({
  draft,
  onChange,
  step,
  problem,
  onStart,
}: {
  draft: TransferDraft;
  onChange: (next: Partial<TransferDraft>) => void;
  step: TransactionStep;
  problem: ChainErrorCode | null;
  onStart: (order: DepositOrder) => void;
}) {
  const t = useTranslations('wallet.deposit');
  const shared = useTranslations('wallet.transfer');
  const errors = useTranslations('wallet.errors');
  const locale = useLocale();
  const id = useId();
  const choice = useTokenChoice(draft);
  const { account, chainId, chosen, vault, failedChainIds } = choice;
  const [touched, setTouched] = useState(false);
  const { spendable, failed: feeFailed } = useSpendable(chosen, DEPOSIT_GAS);
  const isPaused = useVaultPaused(chainId !== null && vault ? { chainId, vault } : undefined);
  const isUnreadable = feeFailed || (chainId !== null && failedChainIds.includes(chainId));
  const waiting = !account
    ? errors('walletUnresponsive')
    : isUnreadable
      ? errors('nodeUnreachable')
      : shared('loading');

  const readOrder = (): Order => {
    if (!chosen || !vault || spendable === undefined) return { problem: waiting };
    const { coin, token, decimals } = chosen;
    const parsed = parseAmount(draft.amount, decimals);
    if ('problem' in parsed) return { problem: shared(`problem.${parsed.problem}`, { decimals }) };
    if (parsed.value > spendable)
      return {
        problem: t('tooMuch', {
          amount: formatAmount(spendable, decimals, locale),
          symbol: coin.symbol,
        }),
      };
    return {
      order: {
        chainId: chosen.chainId,
        vault,
        token,
        amount: parsed.value,
        coinId: coin.id,
        decimals,
        symbol: coin.symbol,
      },
    };
  };
  const order = readOrder();
  const busy = step !== 'idle';
  // A request that the user declined is not an error.
  const isDeclined = problem === 'rejected';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if ('problem' in order) {
      notify('warning', order.problem);
      document.getElementById(`${id}-amount`)?.focus();
      return;
    }
    onStart(order.order);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <AmountFields
        id={`${id}-amount`}
        choice={choice}
        place="inWallet"
        amount={draft.amount}
        available={spendable}
        hint={
          chosen?.inWallet !== undefined && spendable !== undefined
            ? shared('balance', {
                amount: formatAmount(chosen.inWallet, chosen.decimals, locale),
                symbol: chosen.coin.symbol,
              })
            : waiting
        }
        error={touched && 'problem' in order ? order.problem : undefined}
        closed={isPaused ? t('paused') : undefined}
        busy={busy}
        onBlur={() => setTouched(draft.amount !== '')}
        onChange={onChange}
      />
      {chosen && chosen.token !== NATIVE_TOKEN ? (
        <AllowanceNote
          chainId={chosen.chainId}
          contract="vault_contract"
          amount={'order' in order ? order.order.amount : null}
          symbol={chosen.coin.symbol}
          decimals={chosen.decimals}
        />
      ) : null}
      <TransferStatus
        kind="deposit"
        account={account}
        busy={busy}
        problem={isDeclined ? null : problem}
        attemptText={t('attempt')}
        stepText={step === 'idle' ? (isDeclined ? errors('rejected') : '') : t(`step.${step}`)}
      />
      <FeesLink />
      <div className="dialog-action">
        <Button variant="signal" type="submit" disabled={busy || isPaused} aria-busy={busy}>
          {'order' in order && chosen
            ? t('submit', {
                amount: formatAmount(order.order.amount, chosen.decimals, locale, 18),
                symbol: chosen.coin.symbol,
              })
            : t('submitEmpty')}
        </Button>
      </div>
    </form>
  );
}
