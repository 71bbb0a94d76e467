import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Address } from 'viem';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { withoutLocale } from '@/lib/i18n/routing';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import { routes } from '@/lib/routes';
import { paymentHistory } from '@/lib/wallet/activity/recent-people';
import { seenActivity } from '@/lib/wallet/activity/use-chain-activity';
import type { SpenderNature } from '@/lib/wallet/approvals/approval-events';
import { type Contact, useContacts } from '@/lib/wallet/contacts/contacts';
import { useOpenPeople } from '@/lib/wallet/contacts/open-people';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import type { SignedTransfer } from '@/lib/wallet/free-transfers/signed-transfer';
import { useTransfers } from '@/lib/wallet/free-transfers/transfer-ledger';
import { describeTransaction, describeTypedData } from '@/lib/wallet/signing/clear-signing';
import type { SigningContext } from '@/lib/wallet/signing/context';
import type { Description } from '@/lib/wallet/signing/describe-call';
import { readMessage } from '@/lib/wallet/signing/message';
import type { Reading } from '@/lib/wallet/signing/reading';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import { readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { useCustomTokens } from '@/lib/wallet/tokens/custom-tokens';

/** Describes a request using its ERC-7730 descriptor. Returns null if its intent is unknown. */
export function describeRequest(request: SignatureRequest, context: SigningContext): Description | null {
  switch (request.kind) {
    case 'message':
      return null;
    case 'typedData':
      return describeTypedData(request.typedData, context);
    case 'transaction':
      return describeTransaction(request.transaction, context);
  }
}

/** Decodes a request of any kind, and adds the warnings about it. */
export function readRequest(request: SignatureRequest, context: SigningContext): Reading {
  switch (request.kind) {
    case 'message':
      return readMessage(request.message, context);
    case 'typedData':
      return readTypedData(request.typedData, context);
    case 'transaction':
      return readTransaction(request.transaction, context);
  }
}

/** Options of queries whose results the user agrees to. They stay until another request is shown. */
export const onceShown = { retry: false, gcTime: 0, staleTime: 'static' } as const;

export const nothing: ReadonlyMap<Address, SpenderNature> = new Map();
export const noBalances: ReadonlyMap<string, bigint> = new Map();
export const noTokens: ReadonlyMap<Address, readonly Address[]> = new Map();
export const noDescriptors: SigningContext['descriptors'] = new Map();
export const noDecimals: SigningContext['decimals'] = new Map();
const noPeople: readonly Contact[] = [];
const noPrices: ReadonlyMap<number, string> = new Map();

/**
 * React hook that returns the data for checking a request, except for the results of address lookups. `origin` is
 * that of the page that made the request, if it isn't this site.
 */
export function useSigningContext(
  { account, chainId }: { account: Address; chainId: number },
  origin?: string,
): {
  context: SigningContext;
  isListed: boolean;
} {
  const chains = useChainMapping();
  const coins = useCoins();
  const contracts = useContracts();
  const contacts = useContacts((state) => state.entries);
  const customTokens = useCustomTokens((state) => state.entries);
  const people = useOpenPeople((state) => state.people);
  const transfers = useTransfers((state) => state.entries);
  const facts = useRecipientFacts(account);
  const [now] = useState(secondsNow);
  const client = useQueryClient();
  // Read once, so that findings that the user has read don't change.
  const paid = useMemo(() => paymentHistory(seenActivity(client, account)).paid, [client, account]);
  return {
    context: {
      ...facts,
      recipients: [...facts.recipients, ...paid],
      account,
      chainId,
      nativeSymbol: chains.data?.find(({ id }) => id === chainId)?.nativeSymbol ?? '',
      contacts,
      customTokens,
      people: origin === undefined ? people : noPeople,
      natures: nothing,
      balances: noBalances,
      platformTokens: noTokens,
      descriptors: noDescriptors,
      decimals: noDecimals,
      networks: new Map(chains.data?.map(({ id, name }) => [id, name])),
      now,
      origin: origin ?? window.location.origin,
      isForeign: origin !== undefined,
      isMessagesPage: origin === undefined && withoutLocale(window.location.pathname) === routes.messages,
      askedTransfers: new Set(origin === undefined ? transfers.filter(isAsked).map(({ id }) => id) : []),
    },
    isListed: [chains, coins, contracts].every(({ data, error }) => Boolean(data ?? error)),
  };
}

/** Returns whether this site waits for the wallet to sign a transfer. */
const isAsked = ({ signature, isDeclined, outcome }: SignedTransfer): boolean =>
  signature === undefined && !isDeclined && outcome === undefined;

const secondsNow = () => BigInt(Math.floor(Date.now() / 1_000));

/** React hook that returns when a request was first shown, in seconds since the epoch. */
export function useRequestTime(id: number | string): bigint {
  const [shown, setShown] = useState(() => ({ id, now: secondsNow() }));
  if (shown.id === id) return shown.now;
  const next = { id, now: secondsNow() };
  setShown(next);
  return next.now;
}

/**
 * React hook that returns current prices by coin ID. Once `isFixed` is true, keeps each coin's first price until
 * another request is shown, so findings that the user has read don't change.
 */
export function useFixedPrices(
  id: number | string,
  { priceOf, isStale, money: { currency } }: DisplayPrices,
  { coins, isFixed }: { coins: SigningContext['coins']; isFixed: boolean },
): ReadonlyMap<number, string> {
  const [fixed, setFixed] = useState({ id, currency, prices: noPrices });
  const isSame = fixed.id === id;
  // After a change of the display currency, keep the prices in the old one, because prices in different currencies
  // can't be compared.
  if (isSame && fixed.prices.size > 0 && fixed.currency !== currency) return fixed.prices;
  const before = isSame ? fixed.prices : noPrices;
  const added = coins.flatMap((coin) => {
    const price = before.has(coin.id) ? undefined : priceOf(coin.id);
    return price && !isStale(price) ? [[coin.id, price.price] as const] : [];
  });
  if (added.length === 0) return before;
  const prices = new Map([...before, ...added]);
  if (isFixed) setFixed({ id, currency, prices });
  return prices;
}
