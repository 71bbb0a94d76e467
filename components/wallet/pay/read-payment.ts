import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { routes } from '@/lib/routes';
import { ensPlace } from '@/lib/wallet/ens/ens-place';
import { type OfferProblem, type PaymentOption, paymentOptions } from '@/lib/wallet/pay/offer';
import type { NamedRequest, PaymentRequest, RequestProblem } from '@/lib/wallet/pay/payment-request';
import { readPaymentText } from '@/lib/wallet/pay/read-text';

export type ReadPayment =
  | { request: PaymentRequest; options: readonly PaymentOption[] }
  /** Its recipient is a name, which the payer is to see resolved first. */
  | { named: NamedRequest }
  | { problem: RequestProblem | OfferProblem };

/** What a text asks for and how that can be paid here, or why it is refused. */
export function readPayment(
  text: string,
  {
    chains,
    coins,
    contracts,
  }: { chains: readonly ChainMapping[]; coins: readonly Coin[]; contracts: readonly Contract[] },
): ReadPayment {
  const read = readPaymentText(text, new URL(routes.pay, window.location.origin));
  if ('problem' in read) return read;
  const found = paymentOptions('named' in read ? read.named : read.request, chains, coins);
  if ('problem' in found) return found;
  if ('named' in read) return ensPlace(contracts) ? read : { problem: 'ens' };
  return { ...read, ...found };
}
