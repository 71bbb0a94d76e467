import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { useChainMapping, useCoinsQuietly, useContracts } from '@/lib/api/hooks';
import type { SpenderNature } from '@/lib/wallet/approvals/grants';
import { useContacts, useKnownRecipients } from '@/lib/wallet/contacts/contacts';
import {
  contractName,
  readNatures,
  readPlatformTokens,
  type SigningContext,
} from '@/lib/wallet/signing/context';
import type { Reading } from '@/lib/wallet/signing/reading';
import { addressesOf } from '@/lib/wallet/signing/transaction';
import type { SignatureRequest } from './demo-request';
import { readRequest } from './read-request';

const nothing: ReadonlyMap<Address, SpenderNature> = new Map();
const noTokens: ReadonlyMap<Address, readonly Address[]> = new Map();

/** What a request says and what is noticed in it, and whether all has been looked at. */
export function useReading(request: SignatureRequest): { reading: Reading; isReady: boolean } {
  const { account, chainId } = request;
  const config = useConfig();
  const chains = useChainMapping();
  const coins = useCoinsQuietly();
  const contracts = useContracts();
  const contacts = useContacts((state) => state.entries);
  const recipients = useKnownRecipients((state) => state.entries);
  const [now] = useState(() => BigInt(Math.floor(Date.now() / 1_000)));
  const context: SigningContext = {
    account,
    chainId,
    nativeSymbol: chains.data?.find(({ id }) => id === chainId)?.nativeSymbol ?? '',
    coins: coins.data ?? [],
    contracts: contracts.data ?? [],
    contacts,
    recipients,
    natures: nothing,
    platformTokens: noTokens,
    networks: new Map(chains.data?.map(({ id, name }) => [id, name])),
    now,
    origin: window.location.origin,
  };
  const addresses = addressesOf(readRequest(request, context).groups, account);
  const natures = useQuery({
    queryKey: ['natures', chainId, addresses],
    queryFn: () => readNatures(config.getClient({ chainId }), addresses),
    retry: false,
  });
  const to = request.kind === 'transaction' ? request.transaction.to : null;
  const name = to && contractName(context, to);
  const tokens = useQuery({
    queryKey: ['platformTokens', chainId, name, to],
    queryFn: async () =>
      to ? new Map([[to, await readPlatformTokens(config.getClient({ chainId }), name, to)]]) : noTokens,
    retry: false,
  });
  const isListed = [chains, coins, contracts].every(({ data, error }) => data ?? error);
  return {
    reading: readRequest(request, {
      ...context,
      natures: natures.data ?? nothing,
      platformTokens: tokens.data ?? noTokens,
    }),
    isReady: isListed && !natures.isPending && !tokens.isPending,
  };
}
