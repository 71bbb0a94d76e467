import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Hash } from 'viem';
import { Button } from '@/components/ui/button';
import { AmountFormSkeleton } from '@/components/wallet/display/form-skeleton';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { NatureWarning } from '@/components/wallet/fields/recipient-warnings';
import { BuyButton } from '@/components/wallet/frame/buy';
import { HiddenNetworksNote } from '@/components/wallet/frame/hidden-networks-note';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { openFreeReview } from '@/components/wallet/free-transfer/free-sheet';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { notify } from '@/lib/browser/notices';
import { rememberRecipient } from '@/lib/wallet/contacts/contacts';
import { useHiddenNetworks } from '@/lib/wallet/networks/hidden-networks';
import { rememberLastToken } from '@/lib/wallet/pay/last-tokens';
import { choosePayToken, type PayLists, type PayParams } from '@/lib/wallet/pay/pay-params';
import type { PaymentOption, PaymentRequest } from '@/lib/wallet/pay/payment-request';
import { useFirstToken } from '@/lib/wallet/pay/use-first-token';
import { usePayOptions } from '@/lib/wallet/pay/use-pay-options';
import { PaymentAmount } from './payment-amount';
import { PaymentRecipient } from './payment-figures';
import { KnownWarnings, PaymentNotes, type ResolvedName } from './payment-notes';
import { transferOrder } from './payment-plan';
import { type PaymentRoute, RouteChoice } from './route-choice';
import { usePayment } from './use-payment';

/** A payment that the wallet was asked for: the ID of a ledger entry, or of a signed transfer. */
export type SentPayment = { route: PaymentRoute; id: Hash };

type PaymentFormProps = {
  request: PaymentRequest;
  /** The ENS name that resolved to the recipient. */
  name?: ResolvedName;
  /** Whether the recipient is a member of the conversation that the payment is made in. */
  isMember?: boolean;
  /** Whether the form is in a dialog, whose title names it. */
  isInDialog?: boolean;
  /** Ways to pay the request. There is at least one. */
  options: readonly PaymentOption[];
  place: PayParams;
  lists: PayLists;
  onBack: () => void;
  /** Called with the payment's ID in its ledger. */
  onSent: (sent: SentPayment) => void;
};

/** A payment request, with inputs for what it does not set. Shown once the token that it starts with is known. */
export function PaymentForm(props: PaymentFormProps) {
  const t = useTranslations('wallet.transfer');
  const { options: all, lists } = props;
  // A request that names its network is paid there, even if the user hides that network.
  const hidden = useHiddenNetworks(lists.chains);
  const shown = all.filter(({ chain: { id } }) => !hidden.includes(id));
  const options = shown.length > 0 ? shown : all;
  const place = useFirstToken('send', props.place, options, lists);
  if (!place)
    return (
      <>
        <LoadingStatus text={t('loading')} />
        <Placeholder>
          <AmountFormSkeleton />
        </Placeholder>
      </>
    );
  return <OpenForm {...props} place={place} options={options} isNarrowed={options.length < all.length} />;
}

/** The form, once its first token is known. */
function OpenForm({
  request,
  name,
  isMember = false,
  isInDialog = false,
  isNarrowed,
  options,
  place,
  lists,
  onBack,
  onSent,
}: PaymentFormProps & {
  /** Whether networks are left out that the user hides. */
  isNarrowed: boolean;
}) {
  const t = useTranslations('wallet.pay');
  const sheet = useTranslations('wallet.sheet');
  const recipientText = useTranslations('wallet.recipient');
  const transfer = useTranslations('wallet.transfer');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [typed, setTyped] = useState({ text: '', token: '' });
  const [touched, setTouched] = useState(false);
  const [isMeant, setMeant] = useState(false);

  const [route, setRoute] = useState<PaymentRoute | null>(null);
  const payment = usePayment({ request, options, place, lists, typed, route });
  const { chain, token, check, nature, walletChain, funds, free, freeRoute, amount, problem, plan } = payment;
  const { recipient } = request;
  const here = `${chain.id} ${token.address}`;
  const text = typed.token === here ? typed.text : '';
  const tokenOptions = usePayOptions(options, lists);
  const picker =
    tokenOptions.length > 1
      ? { label: transfer('token'), options: tokenOptions, onChoose: choosePayToken }
      : undefined;
  const stopProblem = check.stop && recipientText(`problem.${check.stop}`);
  const meantProblem = check.lookAlike && !isMeant ? recipientText('lookAlike.problem') : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    // Check again, because Enter submits the form even if it has no submit button (HTML implicit submission).
    const wrong = stopProblem ?? problem ?? meantProblem;
    if (wrong !== null || amount === null) {
      if (stopProblem === null)
        document.getElementById(problem === null ? `${id}-meant` : `${id}-amount`)?.focus();
      return;
    }
    const prepare = async () => {
      const nameProblem = name ? await name.recheck() : null;
      if (nameProblem === null) return plan;
      notify('warning', nameProblem);
      return null;
    };
    const notes = (
      <PaymentNotes
        chainId={chain.id}
        recipient={recipient}
        isCalled={funds.isNative && freeRoute === null}
        isMember={isMember}
        name={name}
      />
    );
    const { account } = lists;
    const finish = (sent: SentPayment) => {
      rememberRecipient(recipient);
      rememberLastToken({ account, purpose: 'send', chainId: chain.id, coinId: token.coinId });
      onSent(sent);
    };
    const openTransaction = () =>
      openReview({
        ...{ account, plan, prepare },
        details: notes,
        onSent: (id) => finish({ route: 'transaction', id }),
      });
    if (!freeRoute) {
      openTransaction();
      return;
    }
    openFreeReview({
      order: transferOrder(account, payment.order, freeRoute),
      ...{ payment: plan.intent, operator: freeRoute.operator, details: notes },
      prepare: async () => (await prepare()) !== null,
      onSigned: (id) => finish({ route: freeRoute.route, id }),
      onTransaction: openTransaction,
    });
  };
  return (
    <form noValidate onSubmit={submit} className="grid content-start gap-4">
      <h2 ref={heading} tabIndex={-1} className={isInDialog ? 'sr-only' : 'text-xl outline-none'}>
        {t('form')}
      </h2>
      <NodeNote chainId={chain.id} network={chain.name} />
      <PaymentAmount
        id={`${id}-amount`}
        request={request}
        payment={payment}
        picker={picker}
        text={text}
        isTouched={touched}
        onChange={(next) => setTyped({ text: next, token: here })}
        onBlur={() => setTouched(text !== '')}
      />
      {payment.missing ? <BuyButton wanted={{ chainId: chain.id, symbol: payment.missing }} /> : null}
      <PaymentRecipient recipient={recipient} name={name} />
      <RouteChoice chain={chain} free={free} route={freeRoute} fee={funds.fee} onChoose={setRoute} />
      <KnownWarnings
        id={`${id}-meant`}
        payment={payment}
        isMember={isMember}
        recipient={recipient}
        isMeant={isMeant}
        error={touched && meantProblem ? meantProblem : undefined}
        onMeant={setMeant}
      />
      {name?.warnings}
      <NatureWarning
        nature={check.stop === null ? nature : 'account'}
        isCalled={funds.isNative && freeRoute === null}
      />
      {walletChain === null ? null : (
        <p className="border-s-2 border-warning ps-3 text-sm">
          {t('otherNetwork', { current: walletChain, network: chain.name })}
        </p>
      )}
      <div className={isInDialog ? 'dialog-action review-buttons' : 'review-buttons'}>
        <Button onClick={onBack}>{sheet('back')}</Button>
        {stopProblem ? null : (
          <Button variant="signal" type="submit">
            {sheet('review')}
          </Button>
        )}
      </div>
      {options.length > 1 && !isMember ? <p className="text-xs text-muted">{t('networkOpen')}</p> : null}
      {isNarrowed ? <HiddenNetworksNote /> : null}
    </form>
  );
}
