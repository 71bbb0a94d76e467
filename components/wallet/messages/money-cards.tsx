import { useFormatter, useTimeZone, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { TextBar } from '@/components/wallet/display/skeleton';
import { StatusMark } from '@/components/wallet/display/status-mark';
import { TextButton } from '@/components/wallet/display/text-button';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { dayAt } from '@/lib/format/zoned-time';
import type { MessageReference } from '@/lib/messages/protocol/content';
import { refersTo } from '@/lib/messages/protocol/message-changes';
import type { MessageView } from '@/lib/messages/protocol/view-types';
import { type AskedPayment, minedAt } from '@/lib/messages/views/payment-claim';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { routes } from '@/lib/routes';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import type { PaymentOption } from '@/lib/wallet/pay/payment-request';
import { readPayment } from '@/lib/wallet/pay/read-payment';
import {
  checkClaim,
  type RequestBody,
  type TransferBody,
  useClaimed,
  useExactAmount,
  useRequestedAmounts,
} from './message-payments';
import type { NameOf } from './use-person-name';

/** Data and actions for payments in a conversation. */
export type MoneyContext = {
  lists: PayLists;
  /** Accounts in the conversation. */
  people: readonly Address[];
  nameOf: NameOf;
  /**
   * Whether the conversation is a request from a stranger. Its payments aren't shown: repeated ones are detected only
   * after the request is accepted.
   */
  isRequest?: boolean;
  /** Requests with a payment of the user whose message isn't sent yet. They can't be paid again. */
  unsent?: readonly MessageReference[];
  /** Opens the form to pay a request. Null if sending is unavailable. */
  onPay: ((message: MessageView) => void) | null;
};

type Token = { coinId: number | null; decimals: number };

/** Returns the token of a request whose choices are all the same, or undefined. */
function oneToken(options: readonly PaymentOption[]): Token | undefined {
  const [token, ...others] = options.flatMap(({ tokens }) => tokens);
  const isSame = others.every((one) => one.coinId === token?.coinId && one.decimals === token.decimals);
  return isSame ? token : undefined;
}

/** Fiat value of an amount in base units. Renders nothing without a current price. */
function Value({ amount, token: { coinId, decimals } }: { amount: bigint; token: Token }) {
  const { priceOf, isStale, money } = useDisplayPrices();
  const price = coinId === null ? undefined : priceOf(coinId);
  if (!price || isStale(price)) return null;
  return (
    <p className="text-sm text-muted">
      ≈ <FiatValueText value={fiatValue(amount, decimals, price.price)} money={money} isRounded />
    </p>
  );
}

type TransferProps = {
  message: MessageView;
  body: TransferBody;
  /** The request that it pays, if it is on this device. */
  asked: AskedPayment | null;
  /**
   * For an entry in a request's list of payments: the requested amounts as the request shows them. It also shows the
   * recipient, and the network if it names one.
   */
  listedUnder?: readonly string[];
  money: MoneyContext;
};

/** Card of a transfer that a message references. All details come from the chain, none from the message. */
export function TransferCard(props: TransferProps) {
  const t = useTranslations('wallet.messages.money');
  return props.money.isRequest ? (
    <p className="text-sm text-muted">{t('inRequest')}</p>
  ) : (
    <ReadTransfer {...props} />
  );
}

function ReadTransfer({
  message,
  body,
  asked,
  listedUnder,
  money: { lists, people, nameOf },
}: TransferProps) {
  const t = useTranslations('wallet.messages.money');
  const exact = useExactAmount();
  const format = useFormatter();
  const timeZone = useTimeZone();
  const { chainId, txHash } = body;
  const { by, isRepeated } = message;
  const receipt = useClaimed({ body, by });
  const isListed = listedUnder !== undefined;
  // Time of the message that this is displayed with.
  const shownAt = isListed && asked ? asked.at : message.at;
  const network = lists.chains.find(({ id }) => id === chainId)?.name ?? String(chainId);
  const content = () => {
    switch (receipt.state) {
      case 'loading':
        return <TextBar className="w-40" />;
      case 'pending':
        return <StatusMark status="pending" text={t('pending', { network })} />;
      case 'unknownChain':
      case 'notFound':
        return <p className="text-sm text-muted">{t(receipt.state, { network })}</p>;
      case 'listsFailed':
      case 'unreachable':
        return (
          <>
            <p className="text-sm text-muted">{t('unreachable', { network })}</p>
            <TextButton onClick={receipt.retry}>{t('retry')}</TextButton>
          </>
        );
      case 'mined': {
        const { facts } = receipt;
        if (facts.status === 'reverted')
          return <StatusMark status="reverted" text={t('reverted', { network })} />;
        const { paid, oddity } = checkClaim(receipt, { body, by, isRepeated, people, asked });
        const amount = paid && exact(paid.amount, paid.token);
        const isRepeatedAmount = listedUnder?.length === 1 && listedUnder[0] === amount;
        const isOtherDay = dayAt(minedAt(facts), timeZone) !== dayAt(shownAt, timeZone);
        return (
          <>
            {paid ? (
              <>
                {isListed || oddity ? null : (
                  <p className="text-muted">{t(asked ? 'paidRequest' : 'paidBy', { name: nameOf(by) })}</p>
                )}
                {isRepeatedAmount ? null : (
                  <>
                    <p className="figures text-lg">{amount}</p>
                    <Value amount={paid.amount} token={paid.token} />
                  </>
                )}
                {isListed && asked?.chainId !== null ? null : (
                  <p className="text-sm text-muted">
                    {t('sentTo', { name: nameOf(paid.recipient, 'exact'), network })}
                  </p>
                )}
              </>
            ) : null}
            {isOtherDay ? (
              <p className="text-sm text-muted">
                {t('madeOn', { date: format.dateTime(minedAt(facts), { dateStyle: 'long' }) })}
              </p>
            ) : null}
            {oddity ? (
              <p role="alert" className="border-s-2 border-error ps-2 text-sm">
                {t(`odd.${oddity}`, {
                  from: nameOf(facts.from, 'exact'),
                  name: nameOf(message.by, 'exact'),
                })}
              </p>
            ) : (
              <StatusMark status="success" text={t(isListed ? 'paid' : 'confirmed')} />
            )}
          </>
        );
      }
    }
  };
  return (
    <div className="grid gap-1 text-sm" aria-live="polite">
      {content()}
      {isListed ? null : <WalletLink href={routes.receipt(chainId, txHash)}>{t('details')}</WalletLink>}
    </div>
  );
}

/** Button to pay a request. After a payment, it reappears only if the chain shows that the request is unpaid. */
function PayAgain({
  payment,
  body,
  asked,
  people,
  children,
}: {
  /** The user's latest payment of the request. */
  payment: MessageView;
  body: TransferBody;
  asked: AskedPayment;
  people: readonly Address[];
  children: ReactNode;
}) {
  const { by, isRepeated } = payment;
  const receipt = useClaimed({ body, by });
  if (receipt.state !== 'mined') return null;
  const isUnpaid =
    receipt.facts.status === 'reverted' ||
    checkClaim(receipt, { body, by, isRepeated, people, asked }).oddity;
  return isUnpaid ? children : null;
}

/** Card of a payment request, with its payments according to the chain. */
export function RequestCard({
  message,
  body,
  payments,
  money,
}: {
  message: MessageView;
  body: RequestBody;
  /** Messages that claim to pay the request. */
  payments: readonly MessageView[];
  money: MoneyContext;
}) {
  const t = useTranslations('wallet.messages.money');
  const format = useFormatter();
  const amountsOf = useRequestedAmounts();
  const { lists, nameOf, onPay, unsent = [] } = money;
  const read = readPayment(body.uri, lists);
  if (!('request' in read)) return <p className="text-sm text-muted">{t('unreadable')}</p>;
  const { request, options } = read;
  const asked = { ...request, at: message.at };
  const chain = lists.chains.find(({ id }) => id === request.chainId);
  const shownAmounts = amountsOf(read);
  const token = oneToken(options);
  const isForeign = !isAddressEqual(request.recipient, message.by);
  const payButton =
    message.isOwn ||
    !onPay ||
    unsent.some((paid) => refersTo({ by: message.by, id: message.reference.id }, paid)) ? null : (
      <div>
        <Button size="small" variant="primary" aria-haspopup="dialog" onClick={() => onPay(message)}>
          {t('pay')}
        </Button>
      </div>
    );
  const ownPayment = payments.findLast(({ isOwn }) => isOwn);
  return (
    <div className="grid gap-1.5">
      <p className="text-sm text-muted">
        {t(message.isOwn ? 'youAsk' : 'asks', { name: nameOf(message.by) })}
      </p>
      <p className="figures text-lg">{format.list(shownAmounts, { type: 'disjunction' })}</p>
      {request.amount !== null && token ? <Value amount={request.amount} token={token} /> : null}
      <p className="text-sm text-muted">{chain ? t('on', { network: chain.name }) : t('onAny')}</p>
      {body.note === undefined ? null : <bdi className="wrap-anywhere">{body.note}</bdi>}
      {isForeign ? (
        <p role="alert" className="border-s-2 border-error ps-2 text-sm">
          {t('foreign', {
            name: nameOf(message.by, 'exact'),
            recipient: nameOf(request.recipient, 'exact'),
          })}
        </p>
      ) : null}
      {payments.length > 0 ? (
        <ul aria-label={t('payments')} className="grid gap-2 border-t border-line pt-2">
          {payments.map((payment) =>
            payment.body?.type === 'transfer' ? (
              <li key={payment.sequence}>
                <bdi className="text-sm">{nameOf(payment.by)}</bdi>
                <TransferCard
                  listedUnder={shownAmounts}
                  message={payment}
                  body={payment.body}
                  asked={asked}
                  money={money}
                />
              </li>
            ) : null,
          )}
        </ul>
      ) : null}
      {payButton && ownPayment?.body?.type === 'transfer' ? (
        <PayAgain payment={ownPayment} body={ownPayment.body} asked={asked} people={money.people}>
          {payButton}
        </PayAgain>
      ) : (
        payButton
      )}
    </div>
  );
}
