import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { routes } from '@/lib/routes';
import { ensResolver } from '@/lib/wallet/ens/use-ens';
import type { ContractLocation } from '@/lib/wallet/networks/use-contract-reads';
import type { NamedRequest, PaymentRequest, RequestProblem } from '@/lib/wallet/pay/payment-request';
import { type OfferProblem, type PaymentOption, paymentOptions } from '@/lib/wallet/pay/payment-request';
import { readPaymentText } from '@/lib/wallet/pay/read-text';

/** `ens` is the contract that resolves the request's name. */
export type ReadPayment =
  | { request: PaymentRequest; options: readonly PaymentOption[] }
  | { named: NamedRequest; ens: ContractLocation & { network: string }; options: readonly PaymentOption[] }
  | { problem: RequestProblem | OfferProblem };

type Lists = {
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
};

/** Parses a payment request and how it can be paid here, or why it is refused. */
export function readPayment(text: string, { chains, coins, contracts }: Lists): ReadPayment {
  const read = readPaymentText(text, new URL(routes.pay, window.location.origin));
  if ('problem' in read) return read;
  const found = paymentOptions('named' in read ? read.named : read.request, chains, coins);
  if ('problem' in found) return found;
  if ('request' in read) return { ...read, ...found };
  const place = ensResolver(contracts);
  const ensChain = chains.find(({ id }) => id === place?.chainId);
  if (!place || !ensChain) return { problem: 'ens' };
  // On a test network, anyone can register any name.
  const options = found.options.filter(({ chain }) => chain.testnet || !ensChain.testnet);
  if (options.length === 0) return { problem: 'ens' };
  return { ...read, options, ens: { ...place, network: ensChain.name } };
}
