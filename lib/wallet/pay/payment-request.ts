import type { Address } from 'viem';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { emptyLists, type RecipientStop, recipientStop } from '@/lib/wallet/contacts/recipient';
import { tokensOn } from '@/lib/wallet/swap/token';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** A payment request. The payer fills in null values. */
export type PaymentRequest = {
  recipient: Address;
  chainId: number | null;
  /** Token address, or NATIVE_TOKEN for the native currency. */
  token: Address | null;
  /** Amount in base units, greater than zero. */
  amount: bigint | null;
};

/** A payment request to an ENS name. The payer sees the address that it resolves to. */
export type NamedRequest = Omit<PaymentRequest, 'recipient'> & { name: string };

/**
 * Reasons for refusing a payment request. Each has a message under `wallet.pay.refused`, or under
 * `wallet.recipient.problem` if it is about the recipient.
 */
export type RequestProblem =
  | RecipientStop
  | 'empty'
  | 'tooLong'
  | 'control'
  | 'percent'
  | 'characters'
  | 'foreign'
  | 'prefix'
  | 'ens'
  | 'tokenName'
  | 'address'
  | 'checksum'
  /** The same two, if the text is only an address. */
  | 'bareAddress'
  | 'bareChecksum'
  | 'chainId'
  | 'function'
  | 'trailing'
  | 'parameter'
  | 'unknownParameter'
  | 'duplicateParameter'
  | 'parameterOrder'
  | 'noRecipient'
  | 'valueWithToken'
  | 'number'
  | 'sign'
  | 'unit'
  | 'exponent'
  | 'fraction'
  | 'overflow'
  | 'zeroAmount';

/** Error that the parser throws for an invalid request and catches at its entry point. */
export class RequestRefusal extends Error {
  override name = 'RequestRefusal';
  constructor(readonly problem: RequestProblem) {
    super(problem);
  }
}

export const refuse = (problem: RequestProblem): never => {
  throw new RequestRefusal(problem);
};

/** A network, and the tokens on it that can be used to pay a request. */
export type PaymentOption = { chain: ChainMapping; tokens: readonly ListedToken[] };
export type OfferProblem = 'chainUnlisted' | 'tokenUnlisted';

/** Returns the listed networks and tokens that can be used to pay a request, or the reason that there are none. */
export function paymentOptions(
  { chainId, token }: Pick<PaymentRequest, 'chainId' | 'token'>,
  chains: readonly ChainMapping[],
  coins: readonly Coin[],
): { options: readonly PaymentOption[] } | { problem: OfferProblem } {
  const meant = chainId === null ? chains : chains.filter(({ id }) => id === chainId);
  if (meant.length === 0) return { problem: 'chainUnlisted' };
  const options = meant
    .map((chain) => ({
      chain,
      tokens: tokensOn(coins, chain.id).filter(({ address }) => token === null || address === token),
    }))
    .filter(({ tokens }) => tokens.length > 0);
  return options.length > 0 ? { options } : { problem: 'tokenUnlisted' };
}

/**
 * Formats an EIP-681 payment request, with amounts in plain digits, because some wallets reject exponents.
 * @throws RangeError if the recipient is an address where the payment would be lost, such as the token's own contract.
 */
export function writePaymentRequest({
  recipient,
  chainId,
  token,
  amount,
}: PaymentRequest & { token: NonNullable<PaymentRequest['token']> }): string {
  const stop = recipientStop(recipient, emptyLists, token);
  if (stop !== null) throw new RangeError(`not a recipient: ${stop}`);
  const at = chainId === null ? '' : `@${chainId}`;
  if (token === NATIVE_TOKEN) return `ethereum:${recipient}${at}${amount === null ? '' : `?value=${amount}`}`;
  return `ethereum:${token}${at}/transfer?address=${recipient}${amount === null ? '' : `&uint256=${amount}`}`;
}
