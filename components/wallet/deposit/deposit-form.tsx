import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { useSpendable } from '@/components/wallet/fields/use-spendable';
import { FeesLink } from '@/components/wallet/frame/fees-link';
import { HiddenNetworksNote } from '@/components/wallet/frame/hidden-networks-note';
import { AmountFields } from '@/components/wallet/transfer/amount-fields';
import { depositDraft } from '@/components/wallet/transfer/transfer-draft';
import { useTokenChoice, useTransferDraft } from '@/components/wallet/transfer/use-transfer';
import { VaultNote } from '@/components/wallet/transfer/vault-note';
import { WithdrawalCost } from '@/components/wallet/transfer/withdrawal-rate';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import type { DepositOrder } from '@/lib/wallet/vault/deposit-plan';
import { useVaultPaused } from '@/lib/wallet/vault/withdrawal-terms';
import { openDepositReview } from './deposit-review';

/** Gas units reserved for a deposit of native currency: about twice what it uses. */
const DEPOSIT_GAS = 150_000n;

type Order = { order: DepositOrder } | { problem: string };

/**
 * Form for the chain, token, and amount of a deposit into the vault (WAL-3). Errors appear next to their fields. The
 * input survives a reload, because its draft is stored in this tab.
 */
export function DepositForm() {
  const t = useTranslations('wallet.deposit');
  const shared = useTranslations('wallet.transfer');
  const sheet = useTranslations('wallet.sheet');
  const errors = useTranslations('wallet.errors');
  const locale = useLocale();
  const own = useOwnText();
  const id = useId();
  const { draft, change } = useTransferDraft(depositDraft);
  const choice = useTokenChoice(draft, { hidesNetworks: true });
  const { account, chainId, chosen, amount, vault, failedChainIds } = choice;
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
    const parsed = parseAmount(amount, decimals);
    if ('problem' in parsed) return { problem: shared(`problem.${parsed.problem}`, { decimals }) };
    if (parsed.value > spendable)
      return {
        problem: t('tooMuch', {
          amount: own(formatAmount(spendable, decimals, locale)),
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

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if ('problem' in order) {
      document.getElementById(`${id}-amount`)?.focus();
      return;
    }
    if (!account) return;
    openDepositReview(account, order.order);
  };

  return (
    <form noValidate onSubmit={submit} className="flex grow flex-col gap-5">
      <VaultNote
        cost={
          <WithdrawalCost
            place={chosen && vault && { chainId: chosen.chainId, vault, token: chosen.token }}
            token={chosen && { decimals: chosen.decimals, symbol: chosen.coin.symbol }}
          />
        }
      />
      <AmountFields
        id={`${id}-amount`}
        choice={choice}
        place="inWallet"
        available={spendable}
        hint={
          chosen?.inWallet !== undefined && spendable !== undefined
            ? shared('balance', {
                amount: own(formatAmount(chosen.inWallet, chosen.decimals, locale)),
                symbol: chosen.coin.symbol,
              })
            : waiting
        }
        problem={'problem' in order ? order.problem : undefined}
        isTouched={touched}
        closed={isPaused ? t('paused') : undefined}
        onBlur={() => setTouched(amount !== '')}
        onChange={change}
      />
      <HiddenNetworksNote />
      <FeesLink />
      <div className="dialog-action">
        <Button variant="signal" type="submit" disabled={isPaused}>
          {sheet('review')}
        </Button>
      </div>
    </form>
  );
}
