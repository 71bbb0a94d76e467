import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { splitNetwork } from '@/lib/evm/chain-short-names';
import { withoutLocale } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { ensResolver } from '@/lib/wallet/ens/use-ens';
import type { ContractLocation } from '@/lib/wallet/networks/use-contract-reads';
import {
  checkVisible,
  parsePaymentRequest,
  type RequestRead,
  readRecipient,
  withoutThrowing,
} from './parse-payment-request';
import {
  type NamedRequest,
  type OfferProblem,
  type PaymentOption,
  type PaymentRequest,
  paymentOptions,
  type RequestProblem,
} from './payment-request';

/** A bare .eth name. Other names can't be distinguished from web addresses. */
const ENS_NAME = /^[^\s:/?#@]+\.eth$/i;

/** Returns the payment request in a link to this site's pay page, or null if the text is not such a link. */
function ownLink(text: string, page: URL): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, pathname, searchParams } = new URL(text);
  const isOurs = origin === page.origin && withoutLocale(pathname) === page.pathname;
  return isOurs ? searchParams.get('request') : null;
}

/**
 * Parses scanned, pasted, or linked text: a payment request, a link to this site with one, or a bare address or .eth
 * name. For an address or name, the payer chooses the network (unless the address names it), token, and amount. `page` is
 * the pay page's URL in the default language.
 */
export function readPaymentText(text: string, page: URL): RequestRead | { problem: 'chainUnlisted' } {
  const trimmed = text.trim();
  const inner = ownLink(trimmed, page) ?? trimmed;
  const { network, rest } = splitNetwork(inner);
  if (!ENS_NAME.test(rest) && !/^0x[0-9a-f]*$/i.test(rest)) return parsePaymentRequest(inner);
  if (network === 'unknown') return { problem: 'chainUnlisted' };
  const read = withoutThrowing(() => ({
    ...readRecipient(checkVisible(rest), null),
    chainId: network,
    token: null,
    amount: null,
  }));
  if (!('problem' in read)) return read;
  const { problem } = read;
  if (problem === 'address') return { problem: 'bareAddress' };
  return problem === 'checksum' ? { problem: 'bareChecksum' } : read;
}

/** A parsed payment request, or the reason it is rejected. `ens` is the contract that resolves the request's name. */
export type ReadPayment =
  | { request: PaymentRequest; options: readonly PaymentOption[] }
  | { named: NamedRequest; ens: ContractLocation & { network: string }; options: readonly PaymentOption[] }
  | { problem: RequestProblem | OfferProblem };

type Lists = {
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
};

/** Parses a payment request. Returns the ways to pay it on this site, or the reason it is rejected. */
export function readPayment(text: string, { chains, coins, contracts }: Lists): ReadPayment {
  const read = readPaymentText(text, new URL(routes.pay, window.location.origin));
  if ('problem' in read) return read;
  const found = paymentOptions('named' in read ? read.named : read.request, chains, coins);
  if ('problem' in found) return found;
  if ('request' in read) return { ...read, ...found };
  const place = ensResolver(contracts);
  const ensChain = chains.find(({ id }) => id === place?.chainId);
  if (!place || !ensChain) return { problem: 'ens' };
  // Anyone can register any name on a test network, so a name from there can only be paid on a test network.
  const options = found.options.filter(({ chain }) => chain.testnet || !ensChain.testnet);
  if (options.length === 0) return { problem: 'ens' };
  return { ...read, options, ens: { ...place, network: ensChain.name } };
}
