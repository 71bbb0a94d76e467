import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { FigureRow } from '@/components/wallet/display/figure-row';
import { AmountFields } from '@/components/wallet/transfer/amount-fields';
import type { useChoice } from '@/components/wallet/transfer/use-choice';
import type { WithdrawDraft } from '@/components/wallet/transfer/withdraw-draft';
import { notify } from '@/lib/browser/notices';
import { formatAmount } from '@/lib/format/amount';
import { useUnpayableContracts } from '@/lib/wallet/contacts/recipient';
import { RecipientFields } from './recipient-fields';
import { useFigures } from './use-figures';
import { useRecipient } from './use-recipient';
import type { WithdrawOrder } from './withdraw-plan';

/** What leaves the vault, and for whom. What is wrong is said beside its field. */
export function WithdrawForm({
  draft,
  choice,
  isBack,
  onChange,
  onReview,
}: {
  draft: WithdrawDraft;
  choice: ReturnType<typeof useChoice>;
  /** Whether it comes back from the review. */
  isBack: boolean;
  onChange: (next: Partial<WithdrawDraft>) => void;
  onReview: (order: WithdrawOrder) => void;
}) {
  const t = useTranslations('wallet.withdraw');
  const locale = useLocale();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [touched, setTouched] = useState<{ amount?: boolean; recipient?: boolean; meant?: boolean }>({});
  const { account, chains, chain, chainId, onChain, chosen, vault } = choice;
  const coinId = chosen?.coin.id ?? null;
  // An amount of a coin that the vault no longer holds is none of another one.
  const amount = draft.coinId === null || draft.coinId === coinId ? draft.amount : '';
  const { figures, problem, hint } = useFigures(amount, choice);
  const recipient = useRecipient(draft, account, chainId, useUnpayableContracts(chosen?.token));
  const { read, address, isSelf, isMeant } = recipient;
  const recipientProblem = 'problem' in read ? t(`recipient.${read.problem}`) : null;
  const meantProblem = isMeant ? null : t('lookAlike.problem');

  // The review that took the button's place is gone, and the focus with it.
  useEffect(() => {
    if (isBack) button.current?.focus();
  }, [isBack]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched({ amount: true, recipient: true, meant: true });
    const wrong = [
      [problem, 'amount'],
      [recipientProblem, 'to'],
      [meantProblem, 'to-meant'],
    ].find(([reason]) => reason !== null);
    if (wrong) {
      notify('warning', wrong[0] ?? '');
      document.getElementById(`${id}-${wrong[1]}`)?.focus();
      return;
    }
    if (!figures || !address || !chosen || !chain || !vault) return;
    onReview({
      ...figures,
      chainId: chain.id,
      chainName: chain.name,
      vault,
      token: chosen.token,
      recipient: address,
      isSelf,
      coinId: chosen.coin.id,
      decimals: chosen.decimals,
      symbol: chosen.coin.symbol,
    });
  };
  const written = (value: bigint | undefined) =>
    chosen && value !== undefined
      ? `${formatAmount(value, chosen.decimals, locale, chosen.decimals)} ${chosen.coin.symbol}`
      : '–';

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <AmountFields
        id={`${id}-amount`}
        chains={chains}
        chainId={chainId}
        onChain={onChain}
        chosen={chosen}
        amount={amount}
        available={chosen?.inVault}
        hint={hint}
        error={touched.amount && problem ? problem : undefined}
        busy={false}
        onBlur={() => setTouched({ ...touched, amount: amount !== '' })}
        onChange={(next) => onChange({ chainId, coinId, ...next })}
      />
      <dl>
        <FigureRow label={t('fee')}>{written(figures?.fee)}</FigureRow>
        <FigureRow label={t('arrives')}>
          {written(figures ? figures.amount - figures.fee : undefined)}
        </FigureRow>
      </dl>
      <RecipientFields
        id={`${id}-to`}
        draft={draft}
        account={account}
        recipient={recipient}
        error={touched.recipient && recipientProblem ? recipientProblem : undefined}
        meantError={touched.meant && meantProblem ? meantProblem : undefined}
        onBlur={() => setTouched({ ...touched, recipient: draft.recipient !== '' })}
        onChange={onChange}
      />
      <div className="dialog-action">
        <Button ref={button} variant="signal" type="submit">
          {t('review')}
        </Button>
      </div>
    </form>
  );
}
