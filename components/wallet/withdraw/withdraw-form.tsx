import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { AmountFormSkeleton } from '@/components/wallet/display/form-skeleton';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { NatureWarning } from '@/components/wallet/fields/recipient-warnings';
import { useNature, useRecipient } from '@/components/wallet/fields/use-recipient';
import { FeesLink } from '@/components/wallet/frame/fees-link';
import { AmountFiat } from '@/components/wallet/signing/intent-headline';
import { NetworkFeeRow } from '@/components/wallet/signing/network-fee-row';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { AmountFields } from '@/components/wallet/transfer/amount-fields';
import { type WithdrawDraft, withdrawDraft } from '@/components/wallet/transfer/transfer-draft';
import { useTokenChoice, useTransferDraft } from '@/components/wallet/transfer/use-transfer';
import { openDialog } from '@/lib/browser/dialogs';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { splitNetwork } from '@/lib/evm/chain-short-names';
import { formatAmount } from '@/lib/format/amount';
import type { Balance } from '@/lib/wallet/balances/use-balances';
import { rememberRecipient, watchKnownRecipients } from '@/lib/wallet/contacts/contacts';
import { useAccountName } from '@/lib/wallet/contacts/use-account-name';
import { encodeCall } from '@/lib/wallet/transactions/transaction-plan';
import { useNetworkFee } from '@/lib/wallet/transactions/use-network-fee';
import { RecipientFields } from './recipient-fields';
import { useFigures } from './use-withdraw-figures';
import { type WithdrawOrder, withdrawPlan } from './withdraw-plan';

const useDraft = () => useTransferDraft(withdrawDraft);

/** What arrives where, because the fee is deducted from the amount, and warnings about the recipient. */
function WithdrawalNotes({
  chainId,
  token,
  recipient,
  isSelf,
  amount,
  fee,
  decimals,
  symbol,
}: WithdrawOrder) {
  const t = useTranslations('wallet.withdraw');
  const locale = useLocale();
  const nature = useNature(chainId, recipient, isSelf);
  const accountName = useAccountName();
  return (
    <>
      <p>
        {t(isSelf ? 'arrivesAtSelf' : 'arrivesAt', {
          amount: formatAmount(amount - fee, decimals, locale, decimals),
          symbol,
          address: accountName(recipient, true),
        })}
      </p>
      <NatureWarning nature={nature} isCalled={token === NATIVE_TOKEN} />
      <p className="text-sm text-muted">{t('final')}</p>
    </>
  );
}

function WithdrawalNetworkFee({ account, order }: { account: Address; order: WithdrawOrder }) {
  const { fee } = useNetworkFee(order.chainId, account, encodeCall(withdrawPlan(order).call));
  return <NetworkFeeRow chainId={order.chainId} fee={fee} />;
}

/** Form for the amount and recipient of a withdrawal. Errors appear next to their fields. */
function WithdrawForm({
  draft,
  choice,
  onChange,
}: Pick<ReturnType<typeof useDraft>, 'draft'> & {
  choice: ReturnType<typeof useTokenChoice>;
  onChange: ReturnType<typeof useDraft>['change'];
}) {
  const t = useTranslations('wallet.withdraw');
  const sheet = useTranslations('wallet.sheet');
  const recipientText = useTranslations('wallet.recipient');
  const id = useId();
  const [touched, setTouched] = useState<{ amount?: boolean; recipient?: boolean; meant?: boolean }>({});
  const { account, chain, chainId, chosen, vault } = choice;
  const coinId = chosen?.coin.id ?? null;
  const { figures, problem, hint, rate } = useFigures(choice.amount, choice);
  const sent = chosen && chosen.token !== NATIVE_TOKEN ? chosen.token : null;
  const recipient = useRecipient(draft, { account, chainId, sent });
  const { address, check, isMeant } = recipient;
  const recipientProblem = recipient.problem && recipientText(`problem.${recipient.problem}`);
  const isSelf = draft.toSelf || check?.isSelf === true;
  const meantProblem = isMeant ? null : recipientText('lookAlike.problem');

  // An address that names a network selects it, if the vault holds the same coin there.
  const changeRecipient = (next: Partial<WithdrawDraft>) => {
    const { network } = splitNetwork(next.recipient ?? '');
    const named = choice.choices.find((held) => held.chainId === network && held.coin.id === coinId);
    onChange(named ? { ...next, chainId: named.chainId, coinId } : next);
  };

  const asked =
    figures && account && chosen && chain && vault
      ? {
          ...figures,
          chainId: chain.id,
          vault,
          token: chosen.token,
          coinId: chosen.coin.id,
          decimals: chosen.decimals,
          symbol: chosen.coin.symbol,
        }
      : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched({ amount: true, recipient: true, meant: true });
    const wrong = [
      [problem, 'amount'],
      [recipientProblem, 'to'],
      [meantProblem, 'to-meant'],
    ].find(([reason]) => reason !== null);
    if (wrong) {
      document.getElementById(`${id}-${wrong[1]}`)?.focus();
      return;
    }
    if (!asked || !account || !address || !check) return;
    const order = { ...asked, recipient: address, isSelf: check.isSelf };
    openReview({
      account,
      plan: withdrawPlan(order),
      details: <WithdrawalNotes {...order} />,
      onBack: () => openDialog('withdraw'),
      onSent: () => {
        rememberRecipient(address);
        withdrawDraft.save(withdrawDraft.empty);
      },
    });
  };
  // As high as an amount with its fiat value, so that nothing moves when an amount is entered.
  const written = (value: bigint | undefined) => (
    <span className="block min-h-11">
      {chosen && value !== undefined ? (
        <>
          <AmountToggle value={value} decimals={chosen.decimals} /> {chosen.coin.symbol}
          <AmountFiat raw={value} token={{ decimals: chosen.decimals, coinId }} />
        </>
      ) : (
        '–'
      )}
    </span>
  );

  return (
    <form noValidate onSubmit={submit} className="flex grow flex-col gap-5">
      <AmountFields
        id={`${id}-amount`}
        choice={choice}
        place="inVault"
        available={chosen?.inVault}
        hint={hint}
        problem={problem ?? undefined}
        isTouched={touched.amount === true}
        onBlur={() => setTouched({ ...touched, amount: choice.amount !== '' })}
        onChange={onChange}
      />
      <RecipientFields
        id={`${id}-to`}
        draft={draft}
        account={account}
        recipient={recipient}
        isCalled={sent === null}
        isTouched={touched.recipient === true}
        isTried={touched.meant === true}
        onBlur={() => setTouched({ ...touched, recipient: draft.recipient !== '' })}
        onChange={changeRecipient}
      />
      <dl>
        <FigureRow label={t('fee')} note={rate ?? undefined}>
          {written(figures?.fee)}
        </FigureRow>
        <FigureRow label={t(isSelf ? 'arrivesSelf' : 'arrives')}>
          {written(figures ? figures.amount - figures.fee : undefined)}
        </FigureRow>
        {asked && account ? (
          // The recipient hardly changes the fee.
          <WithdrawalNetworkFee
            account={account}
            order={{ ...asked, recipient: address ?? account, isSelf: address === undefined }}
          />
        ) : chainId === null ? null : (
          <NetworkFeeRow chainId={chainId} fee={undefined} />
        )}
      </dl>
      <FeesLink />
      <div className="dialog-action">
        <Button variant="signal" type="submit">
          {sheet('review')}
        </Button>
      </div>
    </form>
  );
}

const isHeld = ({ inVault }: Balance) => inVault !== undefined && inVault > 0n;

/** The form of a withdrawal from the vault (WAL-4), or the reason that there is nothing to withdraw. */
export function WithdrawStart() {
  const t = useTranslations('wallet.withdraw');
  const shared = useTranslations('wallet.transfer');
  const errors = useTranslations('wallet.errors');
  const { draft, change } = useDraft();
  const choice = useTokenChoice(draft, { offered: isHeld });
  const { account, chosen, failedChainIds, isLoading, refetch } = choice;
  const failed = failedChainIds.length > 0;
  useEffect(watchKnownRecipients, []);

  return (
    <>
      {failed ? (
        <RetryAlert message={t('unreadable')} retryLabel={shared('retry')} onRetry={() => void refetch()} />
      ) : null}
      {chosen ? (
        <WithdrawForm draft={draft} choice={choice} onChange={change} />
      ) : !account ? (
        <p>{errors('walletUnresponsive')}</p>
      ) : isLoading ? (
        <>
          <LoadingStatus text={shared('loading')} />
          <Placeholder>
            <AmountFormSkeleton />
          </Placeholder>
        </>
      ) : failed ? null : (
        <>
          <p>{t('nothing')}</p>
          <Button variant="signal" onClick={() => openDialog('deposit')}>
            {t('deposit')}
          </Button>
        </>
      )}
    </>
  );
}
