import type { ChainMapping, Coin } from '@/lib/api/types';
import { type OfferProblem, type PaymentOption, paymentOptions } from '@/lib/chain/payment-request/offer';
import type { PaymentRequest, RequestProblem } from '@/lib/chain/payment-request/payment-request';
import { readPaymentText } from '@/lib/chain/payment-request/read-text';
import { routes } from '@/lib/routes';

export type ReadPayment =
  | { request: PaymentRequest; options: readonly PaymentOption[] }
  | { problem: RequestProblem | OfferProblem };

/** What a text asks for and how that can be paid here, or why it is refused. */
export function readPayment(
  text: string,
  { chains, coins }: { chains: readonly ChainMapping[]; coins: readonly Coin[] },
): ReadPayment {
  const read = readPaymentText(text, new URL(routes.pay, window.location.origin));
  if ('problem' in read) return read;
  const found = paymentOptions(read.request, chains, coins);
  return 'problem' in found ? found : { ...read, ...found };
}
