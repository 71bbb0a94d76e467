import { useFormatter, useLocale, useTimeZone, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type Address, type Hash, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { TextBar } from '@/components/wallet/display/skeleton';
import { StatusMark } from '@/components/wallet/display/status-mark';
import { TextButton } from '@/components/wallet/display/text-button';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { formatAmount } from '@/lib/format/amount';
import { dayAt } from '@/lib/format/zoned-time';
import type { MessageReference } from '@/lib/messages/protocol/content';
import { refersTo } from '@/lib/messages/protocol/message-changes';
import type { MessageView } from '@/lib/messages/protocol/view-types';
import { type AskedPayment, checkPayment, minedAt } from '@/lib/messages/views/payment-claim';
import { routes } from '@/lib/routes';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import type { PaymentRequest } from '@/lib/wallet/pay/payment-request';
import { readPayment } from '@/lib/wallet/pay/read-payment';
import { type ReceiptState, useReceiptFacts } from '@/lib/wallet/receipt/use-receipt-facts';
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

type TransferBody = Extract<NonNullable<MessageView['body']>, { type: 'transfer' }>;
type RequestBody = Extract<NonNullable<MessageView['body']>, { type: 'request' }>;

/** Returns the fully specified request in a message, or null if this site can't show it. */
export function requestIn({ uri }: RequestBody, lists: PayLists): PaymentRequest | null {
  const read = readPayment(uri, lists);
  return 'request' in read ? read.request : null;
}

/** Returns the request in a message with the message's time, or null if this site can't show it. */
export function askedIn({ body, at }: MessageView, lists: PayLists): AskedPayment | null {
  const request = body?.type === 'request' ? requestIn(body, lists) : null;
  return request && { ...request, at };
}

type Claimed = { body: TransferBody; people: readonly Address[]; asked: AskedPayment | null };

/** Compares a mined transaction with what a message says that it pays. */
function checkClaim(
  { facts, logs, chain, coins, contracts }: Extract<ReceiptState, { state: 'mined' }>,
  { by, isRepeated = false }: MessageView,
  { body, ...claimed }: Claimed,
) {
  const vault = contracts.find(({ chainId, name }) => chainId === chain.id && name === 'vault_contract');
  const lists = { tokens: activityTokens(chain.id, coins, []), vault: vault?.address ?? null };
  return checkPayment(facts, logs, { by, signed: body.signed ?? null, isRepeated, ...claimed }, lists);
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
  const locale = useLocale();
  const format = useFormatter();
  const timeZone = useTimeZone();
  const { chainId, txHash } = body;
  const receipt = useReceiptFacts(chainId, txHash as Hash, { account: message.by });
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
        const { paid, oddity } = checkClaim(receipt, message, { body, people, asked });
        const amount =
          paid &&
          `${formatAmount(paid.amount, paid.token.decimals, locale, paid.token.decimals)} ${paid.token.symbol}`;
        const isRepeatedAmount = listedUnder?.length === 1 && listedUnder[0] === amount;
        const isOtherDay = dayAt(minedAt(facts), timeZone) !== dayAt(shownAt, timeZone);
        return (
          <>
            {paid ? (
              <>
                {isRepeatedAmount ? null : <p className="figures text-lg">{amount}</p>}
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
              <StatusMark status="success" text={t('confirmed')} />
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
  const receipt = useReceiptFacts(body.chainId, body.txHash as Hash, { account: payment.by });
  if (receipt.state !== 'mined') return null;
  const isUnpaid =
    receipt.facts.status === 'reverted' || checkClaim(receipt, payment, { body, people, asked }).oddity;
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
  const locale = useLocale();
  const format = useFormatter();
  const { lists, nameOf, onPay, unsent = [] } = money;
  const read = readPayment(body.uri, lists);
  if (!('request' in read)) return <p className="text-sm text-muted">{t('unreadable')}</p>;
  const { request, options } = read;
  const asked = { ...request, at: message.at };
  const chain = lists.chains.find(({ id }) => id === request.chainId);
  const { amount } = request;
  // If the request names no network, the token's symbol and decimals may differ between networks.
  const amounts =
    amount === null
      ? [t('anyAmount')]
      : options.flatMap(({ tokens }) =>
          tokens.map(
            ({ decimals, symbol }) => `${formatAmount(amount, decimals, locale, decimals)} ${symbol}`,
          ),
        );
  const shownAmounts = [...new Set(amounts)];
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
