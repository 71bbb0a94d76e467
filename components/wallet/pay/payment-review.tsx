import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Hash } from 'viem';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { NodeNote } from '@/components/wallet/shell/node-banner';
import { ReviewEnd } from '@/components/wallet/transfer/review-end';
import { notify } from '@/lib/browser/notices';
import { formatAmount } from '@/lib/format/amount';
import { rememberRecipient } from '@/lib/wallet/contacts/contacts';
import type { PaymentOption, PaymentRequest } from '@/lib/wallet/pay/payment-request';
import { useTransaction } from '@/lib/wallet/transactions/use-transaction';
import { NameWarnings, PaymentWarnings, type ResolvedName } from './name-warnings';
import type { PayLists, PayParams } from './pay-params';
import { PaymentChoice } from './payment-choice';
import { PaymentFigures } from './payment-figures';
import { maxPayable } from './payment-plan';
import { usePayment } from './use-payment';

/** Review of a payment before the wallet asks for confirmation, with inputs for what the request does not set. */
export function PaymentReview({
  request,
  name,
  options,
  place,
  lists,
  onBack,
  onSent,
}: {
  request: PaymentRequest;
  /** The ENS name that resolved to the recipient. */
  name?: ResolvedName;
  /** Ways to pay the request. There is at least one. */
  options: readonly PaymentOption[];
  place: PayParams;
  lists: PayLists;
  onBack: () => void;
  onSent: (id: Hash) => void;
}) {
  const t = useTranslations('wallet.pay');
  const withdraw = useTranslations('wallet.withdraw');
  const transfer = useTranslations('wallet.transfer');
  const locale = useLocale();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [typed, setTyped] = useState({ text: '', token: '' });
  const [touched, setTouched] = useState(false);
  const [isMeant, setMeant] = useState(false);
  const { step, problem: sendProblem, start } = useTransaction();
  const [isRechecking, setRechecking] = useState(false);
  const busy = isRechecking || step !== 'idle';

  const payment = usePayment({ request, options, place, lists, typed });
  const { chain, token, recipientCheck, funds, amount, problem, plan } = payment;
  const { symbol, decimals } = token;
  const here = `${chain.id} ${token.address}`;
  const text = typed.token === here ? typed.text : '';
  const written = (value: bigint) => `${formatAmount(value, decimals, locale, decimals)} ${symbol}`;
  const meantProblem = recipientCheck.lookAlike && !isMeant ? withdraw('lookAlike.problem') : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTouched(true);
    // Check again, because Enter submits the form even if it has no submit button (HTML implicit submission).
    const wrong = recipientCheck.refusal ?? problem ?? meantProblem;
    if (wrong !== null || amount === null) {
      notify('warning', wrong ?? '');
      if (recipientCheck.refusal === null)
        document.getElementById(problem === null ? `${id}-meant` : `${id}-amount`)?.focus();
      return;
    }
    if (name) {
      setRechecking(true);
      const nameProblem = await name.recheck();
      setRechecking(false);
      if (nameProblem !== null) {
        notify('warning', nameProblem);
        return;
      }
    }
    const sent = await start(plan);
    if (!sent) return;
    rememberRecipient(request.recipient);
    onSent(sent);
  };
  const hint =
    funds.balance === undefined ? transfer('loading') : t('available', { amount: written(funds.balance) });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid content-start gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {withdraw('check')}
      </h2>
      {request.amount === null ? null : (
        <div className="figures text-3xl wrap-anywhere">{written(request.amount)}</div>
      )}
      {request.amount !== null && problem && !payment.isReading ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {problem}
        </p>
      ) : null}
      <PaymentChoice options={options} chain={chain} token={token} busy={busy} />
      <NodeNote chainId={chain.id} network={chain.name} />
      {request.amount === null ? (
        <AmountField
          id={`${id}-amount`}
          label={transfer('amount')}
          sliderLabel={transfer('slider')}
          amount={text}
          onChange={(next) => setTyped({ text: next, token: here })}
          onBlur={() => setTouched(text !== '')}
          available={maxPayable(funds)}
          decimals={decimals}
          symbol={symbol}
          hint={hint}
          problem={touched && problem ? problem : undefined}
          disabled={busy}
        />
      ) : null}
      <PaymentFigures
        payment={payment}
        recipient={request.recipient}
        name={name}
        isFixed={request.amount !== null}
      />
      {name ? <NameWarnings name={name} recipient={request.recipient} busy={busy} /> : null}
      <PaymentWarnings
        id={`${id}-meant`}
        payment={payment}
        recipient={request.recipient}
        isMeant={isMeant}
        error={touched && meantProblem ? meantProblem : undefined}
        onMeant={setMeant}
      />
      <p className="text-sm text-muted">{t('final')}</p>
      <ReviewEnd
        kind="send"
        account={lists.account}
        step={isRechecking ? 'checking' : step}
        problem={sendProblem}
        attemptText={t('attempt')}
        stepText={(at) => t(`step.${at}`)}
        submitLabel={
          recipientCheck.refusal
            ? null
            : amount === null
              ? t('payAction')
              : t('submit', { amount: written(amount) })
        }
        onBack={onBack}
      />
    </form>
  );
}
