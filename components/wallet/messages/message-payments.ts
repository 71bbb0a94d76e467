import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { Address, Hash } from 'viem';
import { formatAmount } from '@/lib/format/amount';
import type { MessageView } from '@/lib/messages/protocol/view-types';
import { type AskedPayment, checkPayment } from '@/lib/messages/views/payment-claim';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import type { PaymentRequest } from '@/lib/wallet/pay/payment-request';
import { type ReadPayment, readPayment } from '@/lib/wallet/pay/read-payment';
import { type ReceiptState, useReceiptFacts } from '@/lib/wallet/receipt/use-receipt-facts';

type Body<Type extends string> = Extract<NonNullable<MessageView['body']>, { type: Type }>;
export type TransferBody = Body<'transfer'>;
export type RequestBody = Body<'request'>;

/** Returns the fully specified request in a message, or null if this site can't show it. */
export function requestIn({ uri }: RequestBody, lists: PayLists): PaymentRequest | null {
  const read = readPayment(uri, lists);
  return 'request' in read ? read.request : null;
}

/** Returns the request in a message with the message's time, or null if this site can't show it. */
export function askedIn(
  { body, at }: Pick<MessageView, 'body' | 'at'>,
  lists: PayLists,
): AskedPayment | null {
  const request = body?.type === 'request' ? requestIn(body, lists) : null;
  return request && { ...request, at };
}

type Token = { symbol: string; decimals: number };

/** React hook that returns a function to write an exact amount of a token. */
export function useExactAmount(): (amount: bigint, token: Token) => string {
  const locale = useLocale();
  return (amount, { decimals, symbol }) => `${formatAmount(amount, decimals, locale, decimals)} ${symbol}`;
}

/** React hook that returns a function to get the amounts of a request. Each token is one of the choices. */
export function useRequestedAmounts() {
  const t = useTranslations('wallet.messages.money');
  const exact = useExactAmount();
  return ({ request, options }: Extract<ReadPayment, { request: unknown }>): readonly string[] => {
    const { amount } = request;
    if (amount === null) return [t('anyAmount')];
    // If the request names no network, the token's symbol and decimals may differ between networks.
    return [...new Set(options.flatMap(({ tokens }) => tokens.map((token) => exact(amount, token))))];
  };
}

/** React hook that returns a function to get the amount of a request in a message as text, or null if it can't be shown. */
export function useRequestText(): (body: RequestBody, lists: PayLists) => string | null {
  const format = useFormatter();
  const amountsOf = useRequestedAmounts();
  return ({ uri }, lists) => {
    const read = readPayment(uri, lists);
    return 'request' in read ? format.list(amountsOf(read), { type: 'disjunction' }) : null;
  };
}

/** A message that says that a transaction is a payment, and what the conversation knows of it. */
export type Claim = {
  body: TransferBody;
  by: Address;
  isRepeated?: boolean | undefined;
  /** Accounts in the conversation. */
  people: readonly Address[];
  /** The request that it pays, if it is on this device. */
  asked: AskedPayment | null;
};

/** Compares a mined transaction with the payment that a message claims. */
export function checkClaim(
  { facts, logs, chain, coins, contracts }: Extract<ReceiptState, { state: 'mined' }>,
  { body, isRepeated = false, ...claim }: Claim,
) {
  const vault = contracts.find(({ chainId, name }) => chainId === chain.id && name === 'vault_contract');
  const lists = { tokens: activityTokens(chain.id, coins, []), vault: vault?.address ?? null };
  return checkPayment(facts, logs, { signed: body.signed ?? null, isRepeated, ...claim }, lists);
}

/** React hook that reads the transaction of a payment in a message from its chain. */
export const useClaimed = ({ body, by }: Pick<Claim, 'body' | 'by'>): ReceiptState =>
  useReceiptFacts(body.chainId, body.txHash as Hash, { account: by });
