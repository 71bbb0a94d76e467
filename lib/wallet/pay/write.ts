import { NATIVE_TOKEN } from '@/lib/evm/native-token';
import type { PaymentRequest } from './payment-request';

/**
 * Writes a payment request by EIP-681, amounts in plain digits: some wallets read no others.
 * @throws RangeError if the recipient is the token's own contract: the tokens would be lost.
 */
export function writePaymentRequest({
  recipient,
  chainId,
  token,
  amount,
}: PaymentRequest & { token: NonNullable<PaymentRequest['token']> }): string {
  if (recipient === token) throw new RangeError('a token is not paid to its own contract');
  const at = chainId === null ? '' : `@${chainId}`;
  if (token === NATIVE_TOKEN) return `ethereum:${recipient}${at}${amount === null ? '' : `?value=${amount}`}`;
  return `ethereum:${token}${at}/transfer?address=${recipient}${amount === null ? '' : `&uint256=${amount}`}`;
}
