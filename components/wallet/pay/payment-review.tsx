import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Hash } from 'viem';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { AmountPanel } from '@/components/wallet/fields/amount-panel';
import { TokenButton } from '@/components/wallet/fields/token-button';
import { NodeNote } from '@/components/wallet/shell/node-banner';
import { ReviewEnd } from '@/components/wallet/transfer/review-end';
import { notify } from '@/lib/browser/notices';
import { formatAmount } from '@/lib/format/amount';
import { rememberRecipient } from '@/lib/wallet/contacts/contacts';
import type { PaymentOption, PaymentRequest } from '@/lib/wallet/pay/payment-request';
import { useTransaction } from '@/lib/wallet/transactions/use-transaction';
import { NameWarnings, PaymentWarnings, type ResolvedName } from './name-warnings';
import { choosePayToken, type PayLists, type PayParams } from './pay-params';
import { PaymentFigures } from './payment-figures';
import { maxPayable } from './payment-plan';
import { usePayOptions } from './use-pay-options';
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
  const tokenOptions = usePayOptions(options, lists);
  const picker =
    tokenOptions.length > 1
      ? {
          label: transfer('token'),
          options: tokenOptions,
          disabled: busy,
          onChoose: choosePayToken,
        }
      : undefined;
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
  const fixed = request.amount === null ? '' : formatAmount(request.amount, decimals, locale, decimals);
  const hint =
    funds.balance === undefined ? transfer('loading') : t('available', { amount: written(funds.balance) });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid content-start gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {withdraw('check')}
      </h2>
      {request.amount === null ? null : (
        <AmountPanel
          label={<span id={`${id}-fixed`}>{transfer('amount')}</span>}
          figure={
            <output
              aria-live="off"
              aria-labelledby={`${id}-fixed`}
              className="amount-input figures font-display"
            >
              {fixed}
            </output>
          }
          characters={fixed.length}
          token={<TokenButton token={token} chainId={chain.id} picker={picker} />}
        />
      )}
      {request.amount !== null && problem && !payment.isReading ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {problem}
        </p>
      ) : null}
      {options.length > 1 ? <p className="text-xs text-muted">{t('networkOpen')}</p> : null}
      <NodeNote chainId={chain.id} network={chain.name} />
      {request.amount === null ? (
        <AmountField
          id={`${id}-amount`}
          label={transfer('amount')}
          amount={text}
          onChange={(next) => setTyped({ text: next, token: here })}
          onBlur={() => setTouched(text !== '')}
          source={{ available: maxPayable(funds) }}
          token={token}
          chainId={chain.id}
          picker={picker}
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
