import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type Address, type Hash, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { TextBar } from '@/components/wallet/display/skeleton';
import { TextButton } from '@/components/wallet/display/text-button';
import type { PayLists } from '@/components/wallet/pay/pay-params';
import { readPayment } from '@/components/wallet/pay/read-payment';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import { StatusMark } from '@/components/wallet/transaction/receipt-parts';
import { formatAmount } from '@/lib/format/amount';
import { routes } from '@/lib/routes';
import type { MessageView } from '@/lib/wallet/messages/messenger/types';
import type { PaymentRequest } from '@/lib/wallet/pay/payment-request';
import type { ReceiptFacts } from '@/lib/wallet/receipt/receipt-facts';
import { useReceiptFacts } from '@/lib/wallet/receipt/use-receipt-facts';
import type { NameOf } from './use-person-name';

/** What payments in a conversation need to know and to do. */
export type MoneyContext = {
  lists: PayLists;
  /** Accounts in the conversation. */
  people: readonly Address[];
  nameOf: NameOf;
  /** Opens the payment of a request. Null if nothing can be sent here. */
  onPay: ((message: MessageView) => void) | null;
};

type TransferBody = Extract<NonNullable<MessageView['body']>, { type: 'transfer' }>;
type RequestBody = Extract<NonNullable<MessageView['body']>, { type: 'request' }>;

/** Returns the fully specified request in a message, or null if it isn't one that this site can show. */
export function requestIn({ uri }: RequestBody, lists: PayLists): PaymentRequest | null {
  const read = readPayment(uri, lists);
  return 'request' in read ? read.request : null;
}

/** Why a transfer isn't what its message suggests. Each has a sentence under `wallet.messages.money.odd`. */
export type Oddity = 'otherSender' | 'otherRecipient' | 'noPayment' | 'notAsked';

/** Returns what is odd about a mined transfer, compared with who sent the message and what was asked for. */
export function oddityOf(
  { from, effects }: Pick<ReceiptFacts, 'from' | 'effects'>,
  { by, people, asked }: { by: Address; people: readonly Address[]; asked: PaymentRequest | null },
): Oddity | null {
  if (!isAddressEqual(from, by)) return 'otherSender';
  const { counterparty, out } = effects;
  const [move, ...others] = out;
  if (effects.kind !== 'send' || !move || others.length > 0 || counterparty === null) return 'noPayment';
  if (asked)
    return isAddressEqual(counterparty, asked.recipient) &&
      (asked.token === null || isAddressEqual(move.token.address, asked.token)) &&
      (asked.amount === null || move.amount >= asked.amount)
      ? null
      : 'notAsked';
  return people.some((person) => isAddressEqual(person, counterparty)) ? null : 'otherRecipient';
}

/** What the chain says about a transfer that a message points to. Nothing of it comes from the message. */
export function TransferCard({
  message,
  body: { chainId, txHash },
  asked,
  isListed = false,
  money: { lists, people, nameOf },
}: {
  message: MessageView;
  body: TransferBody;
  /** The request that it pays, if it is on this device. */
  asked: PaymentRequest | null;
  /** Whether this is a payment in the list of a request, whose recipient and network are already shown. */
  isListed?: boolean;
  money: MoneyContext;
}) {
  const t = useTranslations('wallet.messages.money');
  const locale = useLocale();
  const receipt = useReceiptFacts(chainId, txHash as Hash, message.by);
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
        const { out, counterparty } = facts.effects;
        const [move] = out;
        const oddity = oddityOf(facts, { by: message.by, people, asked });
        return (
          <>
            {move && counterparty ? (
              <>
                <p className="figures text-lg">
                  {formatAmount(move.amount, move.token.decimals, locale, move.token.decimals)}{' '}
                  {move.token.symbol}
                </p>
                {isListed ? null : (
                  <p className="text-sm text-muted">
                    {t('sentTo', { name: nameOf(counterparty, 'object'), network })}
                  </p>
                )}
              </>
            ) : null}
            {oddity ? (
              <p role="alert" className="border-s-2 border-error ps-2 text-sm">
                {t(`odd.${oddity}`, {
                  from: nameOf(facts.from, 'object'),
                  name: nameOf(message.by, 'object'),
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
      {isListed ? null : (
        <WalletLink href={`${routes.transaction}?chainId=${chainId}&hash=${txHash}`}>
          {t('details')}
        </WalletLink>
      )}
    </div>
  );
}

/** The button that pays a request. After a payment, it's back only if the chain shows that the request isn't paid. */
function PayAgain({
  payment,
  body: { chainId, txHash },
  asked,
  people,
  children,
}: {
  /** The user's latest payment of the request. */
  payment: MessageView;
  body: TransferBody;
  asked: PaymentRequest;
  people: readonly Address[];
  children: ReactNode;
}) {
  const receipt = useReceiptFacts(chainId, txHash as Hash, payment.by);
  if (receipt.state !== 'mined') return null;
  const { facts } = receipt;
  return facts.status === 'reverted' || oddityOf(facts, { by: payment.by, people, asked }) ? children : null;
}

/** A request for a payment, with who has paid it according to the chain. */
export function RequestCard({
  message,
  body,
  payments,
  money,
}: {
  message: MessageView;
  body: RequestBody;
  /** Messages that say they pay the request. */
  payments: readonly MessageView[];
  money: MoneyContext;
}) {
  const t = useTranslations('wallet.messages.money');
  const locale = useLocale();
  const { lists, nameOf, onPay } = money;
  const read = readPayment(body.uri, lists);
  if (!('request' in read)) return <p className="text-sm text-muted">{t('unreadable')}</p>;
  const { request, options } = read;
  const chain = lists.chains.find(({ id }) => id === request.chainId);
  const token = options
    .find((option) => option.chain.id === request.chainId)
    ?.tokens.find(({ address }) => address === request.token);
  const amount =
    request.amount !== null && token
      ? `${formatAmount(request.amount, token.decimals, locale, token.decimals)} ${token.symbol}`
      : t('anyAmount');
  const isForeign = !isAddressEqual(request.recipient, message.by);
  const payButton =
    message.isOwn || !onPay ? null : (
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
      <p className="figures text-lg">{amount}</p>
      {chain ? <p className="text-sm text-muted">{t('on', { network: chain.name })}</p> : null}
      {body.note === undefined ? null : <bdi className="wrap-anywhere">{body.note}</bdi>}
      {isForeign ? (
        <p role="alert" className="border-s-2 border-error ps-2 text-sm">
          {t('foreign', {
            name: nameOf(message.by, 'object'),
            recipient: nameOf(request.recipient, 'object'),
          })}
        </p>
      ) : null}
      {payments.length > 0 ? (
        <ul aria-label={t('payments')} className="grid gap-2 border-t border-line pt-2">
          {payments.map((payment) =>
            payment.body?.type === 'transfer' ? (
              <li key={payment.sequence}>
                <bdi className="text-sm">{nameOf(payment.by)}</bdi>
                <TransferCard isListed message={payment} body={payment.body} asked={request} money={money} />
              </li>
            ) : null,
          )}
        </ul>
      ) : null}
      {ownPayment?.body?.type === 'transfer' ? (
        <PayAgain payment={ownPayment} body={ownPayment.body} asked={request} people={money.people}>
          {payButton}
        </PayAgain>
      ) : (
        payButton
      )}
    </div>
  );
}
