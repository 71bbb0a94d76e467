import { useEffect, useEffectEvent } from 'react';
import type { Address } from 'viem';
import type { Coin, Contract } from '@/lib/api/types';
import { type ContractRead, useContractReads } from '@/lib/wallet/networks/use-contract-reads';
import { useLive } from '@/lib/wallet/networks/use-live';
import { type ListedToken, listedToken } from '@/lib/wallet/tokens/listed-token';
import { followPresale, type LivePresale, type PresaleRead, type PresaleTerms } from './presale-arithmetic';
import { readPresale, readPresaleTerms } from './read-presale';

type PresaleData = {
  read: PresaleRead;
  terms: PresaleTerms;
  sale: ListedToken | null;
  payment: ListedToken | null;
};

export type Presale = ContractRead<PresaleData>;

const readers = { readFixed: readPresaleTerms, read: readPresale };

/** The presale of every chain that lists one, with the account's part where there is an account. */
export function usePresales(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
): Presale[] {
  return useContractReads('presale_contract', contracts, account, readers).map(({ data, ...presale }) => ({
    ...presale,
    data: data && {
      read: data.read,
      terms: data.fixed,
      sale: listedToken(coins, presale.chainId, data.fixed.saleToken),
      payment: listedToken(coins, presale.chainId, data.fixed.paymentToken),
    },
  }));
}

/** Every presale that has been read, by its chain, as it stands this second. One whose stage changes is read anew. */
export function useLivePresales(presales: readonly Presale[]): ReadonlyMap<number, LivePresale> {
  const live = useLive<PresaleData, LivePresale>(presales, (previous, { read, terms }, localMs) =>
    followPresale(previous, read, terms, localMs),
  );
  const ahead = presales.filter(({ chainId, data }) => {
    const stage = live.get(chainId)?.stage;
    return data !== undefined && stage !== undefined && stage !== data.read.stage;
  });
  const readAnew = useEffectEvent(() => {
    for (const { refetch } of ahead) void refetch();
  });
  const crossed = ahead.map(({ chainId }) => `${chainId} ${live.get(chainId)?.stage}`).join();
  useEffect(() => {
    if (crossed !== '') readAnew();
  }, [crossed]);
  return live;
}
