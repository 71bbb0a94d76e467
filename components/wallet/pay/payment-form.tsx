import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Hash } from 'viem';
import { Button } from '@/components/ui/button';
import { ElsewhereNote } from '@/components/wallet/display/elsewhere-note';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { AmountPanel } from '@/components/wallet/fields/amount-panel';
import { NatureWarning } from '@/components/wallet/fields/recipient-warnings';
import { TokenButton } from '@/components/wallet/fields/token-button';
import { BuyButton } from '@/components/wallet/frame/buy';
import { HiddenNetworksNote } from '@/components/wallet/frame/hidden-networks-note';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { openFreeReview } from '@/components/wallet/free-transfer/free-sheet';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { notify } from '@/lib/browser/notices';
import { formatAmount } from '@/lib/format/amount';
import { rememberRecipient } from '@/lib/wallet/contacts/contacts';
import { useHiddenNetworks } from '@/lib/wallet/networks/hidden-networks';
import { choosePayToken, type PayLists, type PayParams } from '@/lib/wallet/pay/pay-params';
import type { PaymentOption, PaymentRequest } from '@/lib/wallet/pay/payment-request';
import { usePayOptions } from '@/lib/wallet/pay/use-pay-options';
import { PaymentFigures, PaymentRecipient } from './payment-figures';
import { KnownWarnings, PaymentNotes, type ResolvedName } from './payment-notes';
import { maxPayable, transferOrder } from './payment-plan';
import { type PaymentRoute, RouteChoice } from './route-choice';
import { usePayment } from './use-payment';

/** A payment that the wallet was asked for: the ID of a ledger entry, or of a signed transfer. */
export type SentPayment = { route: PaymentRoute; id: Hash };

/** A payment request, with inputs for what it does not set. */
export function PaymentForm({
  request,
  name,
  isMember = false,
  options: all,
  place,
  lists,
  onBack,
  onSent,
}: {
  request: PaymentRequest;
  /** The ENS name that resolved to the recipient. */
  name?: ResolvedName;
  /** Whether the recipient is a member of the conversation that the payment is made in. */
  isMember?: boolean;
  /** Ways to pay the request. There is at least one. */
  options: readonly PaymentOption[];
  place: PayParams;
  lists: PayLists;
  onBack: () => void;
  /** Called with the payment's ID in its ledger. */
  onSent: (sent: SentPayment) => void;
}) {
  const t = useTranslations('wallet.pay');
  const sheet = useTranslations('wallet.sheet');
  const recipientText = useTranslations('wallet.recipient');
  const transfer = useTranslations('wallet.transfer');
  const freeText = useTranslations('wallet.free');
  const locale = useLocale();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [typed, setTyped] = useState({ text: '', token: '' });
  const [touched, setTouched] = useState(false);
  const [isMeant, setMeant] = useState(false);

  const [route, setRoute] = useState<PaymentRoute | null>(null);
  // A request that names its network is paid there, even if the user hides that network.
  const hidden = useHiddenNetworks(lists.chains);
  const shown = all.filter(({ chain: { id } }) => !hidden.includes(id));
  const options = shown.length > 0 ? shown : all;
  const payment = usePayment({ request, options, place, lists, typed, route });
  const { chain, token, check, nature, walletChain, funds, free, freeRoute, amount, problem, plan } = payment;
  const { recipient } = request;
  const { symbol, decimals } = token;
  const here = `${chain.id} ${token.address}`;
  const text = typed.token === here ? typed.text : '';
  const own = useOwnText();
  const written = (value: bigint) => own(`${formatAmount(value, decimals, locale)} ${symbol}`);
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
    const openTransaction = () =>
      openReview({
        ...{ account, plan, prepare },
        details: notes,
        onSent: (id) => {
          rememberRecipient(recipient);
          onSent({ route: 'transaction', id });
        },
      });
    if (!freeRoute) {
      openTransaction();
      return;
    }
    openFreeReview({
      order: transferOrder(account, payment.order, freeRoute),
      ...{ payment: plan.intent, operator: freeRoute.operator, details: notes },
      prepare: async () => (await prepare()) !== null,
      onSigned: (id) => {
        rememberRecipient(recipient);
        onSent({ route: freeRoute.route, id });
      },
      onTransaction: openTransaction,
    });
  };
  const fixed = request.amount === null ? '' : formatAmount(request.amount, decimals, locale, decimals);
  const walletHint =
    funds.balance === undefined ? transfer('loading') : t('available', { amount: written(funds.balance) });
  const hint =
    freeRoute?.route === 'vault'
      ? freeText('route.available', { amount: written(freeRoute.balance) })
      : walletHint;

  return (
    <form noValidate onSubmit={submit} className="grid content-start gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('form')}
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
      {request.amount !== null && problem && (touched || !payment.isReading) ? (
        <div role="alert" className="border-s-2 border-error ps-3 text-sm">
          <p>{problem}</p>
          {funds.balance !== undefined && request.amount > funds.balance ? (
            <ElsewhereNote token={token} chainId={chain.id} amount={request.amount} />
          ) : null}
        </div>
      ) : null}
      {options.length > 1 && !isMember ? <p className="text-xs text-muted">{t('networkOpen')}</p> : null}
      {options.length < all.length ? <HiddenNetworksNote /> : null}
      <NodeNote chainId={chain.id} network={chain.name} />
      {request.amount === null ? (
        <AmountField
          id={`${id}-amount`}
          label={transfer('amount')}
          amount={text}
          onChange={(next) => setTyped({ text: next, token: here })}
          onBlur={() => setTouched(text !== '')}
          source={
            freeRoute
              ? { available: freeRoute.balance, isWallet: freeRoute.route === 'wallet' }
              : { available: maxPayable(funds), isWallet: true }
          }
          token={token}
          chainId={chain.id}
          picker={picker}
          hint={hint}
          problem={problem ?? undefined}
          isTouched={touched}
          disabled={false}
        />
      ) : null}
      {payment.missing ? <BuyButton wanted={{ chainId: chain.id, symbol: payment.missing }} /> : null}
      <PaymentRecipient recipient={recipient} name={name} />
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
      <RouteChoice free={free} route={freeRoute} onChoose={setRoute} />
      <PaymentFigures payment={payment} isFixed={request.amount !== null} />
      <NatureWarning
        nature={check.stop === null ? nature : 'account'}
        isCalled={funds.isNative && freeRoute === null}
      />
      {walletChain === null ? null : (
        <p className="border-s-2 border-warning ps-3 text-sm">
          {t('otherNetwork', { current: walletChain, network: chain.name })}
        </p>
      )}
      <div className="review-buttons">
        <Button onClick={onBack}>{sheet('back')}</Button>
        {stopProblem ? null : (
          <Button variant="signal" type="submit">
            {sheet('review')}
          </Button>
        )}
      </div>
    </form>
  );
}
