import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { useChainMapping, useCoinsQuietly, useContracts } from '@/lib/api/hooks';
import type { SpenderNature } from '@/lib/chain/approvals/approval';
import { useKnownRecipients } from '@/lib/chain/known-recipients';
import type { SigningContext } from '@/lib/chain/signing/context';
import { readNatures } from '@/lib/chain/signing/read-natures';
import type { Reading } from '@/lib/chain/signing/reading';
import { addressesOf } from '@/lib/chain/signing/transaction';
import { useContacts } from '@/lib/contacts/contacts';
import type { SignatureRequest } from './demo-request';
import { readRequest } from './read-request';

const nothing: ReadonlyMap<Address, SpenderNature> = new Map();

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
    now,
    origin: window.location.origin,
  };
  const addresses = addressesOf(readRequest(request, context).groups, account);
  const natures = useQuery({
    queryKey: ['natures', chainId, addresses],
    queryFn: () => readNatures(config.getClient({ chainId }), addresses),
    retry: false,
  });
  const isListed = [chains, coins, contracts].every(({ data, error }) => data ?? error);
  return {
    reading: readRequest(request, { ...context, natures: natures.data ?? nothing }),
    isReady: isListed && !natures.isPending,
  };
}
