import { useEffect, useEffectEvent } from 'react';
import { type Address, erc20Abi, multicall3Abi, zeroAddress } from 'viem';
import type { Config } from 'wagmi';
import { readContract, readContracts } from 'wagmi/actions';
import type { Coin, Contract } from '@/lib/api/types';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { useLive } from '@/lib/wallet/networks/chain-clock';
import {
  type ContractLocation,
  type ContractRead,
  type Reading,
  readOnce,
  useContractReads,
} from '@/lib/wallet/networks/use-contract-reads';
import { type ListedToken, listedToken } from '@/lib/wallet/tokens/listed-token';
import {
  followPresale,
  type LivePresale,
  type PresaleRead,
  type PresaleTerms,
  presaleStages,
} from './presale-arithmetic';

/**
 * Returns the time of the pending block in seconds since the epoch, because the latest block of an idle chain may be
 * old. Falls back to the latest block if the node has no pending one.
 * @throws if the RPC request fails.
 */
async function readNextTime(
  config: Config,
  { chainId, multicall }: Pick<ContractLocation, 'chainId' | 'multicall'>,
): Promise<bigint> {
  const time = {
    chainId,
    address: multicall,
    abi: multicall3Abi,
    functionName: 'getCurrentBlockTimestamp',
  } as const;
  return readContract(config, { ...time, blockTag: 'pending' }).catch(() => readContract(config, time));
}

/** Reads a presale's immutable terms. @throws if the RPC request fails. */
export async function readPresaleTerms(
  config: Config,
  { chainId, address }: ContractLocation,
): Promise<PresaleTerms> {
  const contract = { chainId, address, abi: presaleAbi } as const;
  const [terms, inventory] = await readContracts(config, {
    allowFailure: false,
    contracts: [
      { ...contract, functionName: 'terms' },
      { ...contract, functionName: 'inventory' },
    ],
  });
  const token = { chainId, address: terms.saleToken, abi: erc20Abi } as const;
  const decimals = await readContract(config, { ...token, functionName: 'decimals' });
  return { ...terms, inventory, saleUnit: 10n ** BigInt(decimals) };
}

/**
 * Reads all values of a presale at one block in one multicall, and the time of the pending block.
 * @throws if the RPC request fails or the stage is unknown.
 */
export async function readPresale(
  config: Config,
  { chainId, address, multicall }: ContractLocation,
  { paymentToken }: PresaleTerms,
  account: Address | undefined,
): Promise<PresaleRead> {
  const contract = { chainId, address, abi: presaleAbi } as const;
  const owner = [account ?? zeroAddress] as const;
  const balance =
    paymentToken === NATIVE_TOKEN
      ? ({
          chainId,
          address: multicall,
          abi: multicall3Abi,
          functionName: 'getEthBalance',
          args: owner,
        } as const)
      : ({ chainId, address: paymentToken, abi: erc20Abi, functionName: 'balanceOf', args: owner } as const);
  const [[stageIndex, start, end, raised, isPaused, contributed, bought, claimed, inWallet], at] =
    await Promise.all([
      readContracts(config, {
        allowFailure: false,
        contracts: [
          { ...contract, functionName: 'stage' },
          { ...contract, functionName: 'start' },
          { ...contract, functionName: 'end' },
          { ...contract, functionName: 'raised' },
          { ...contract, functionName: 'paused' },
          { ...contract, functionName: 'contributionOf', args: owner },
          { ...contract, functionName: 'purchasedBy', args: owner },
          { ...contract, functionName: 'claimedBy', args: owner },
          balance,
        ],
      }),
      readNextTime(config, { chainId, multicall }),
    ]);
  const stage = presaleStages[stageIndex];
  if (!stage) throw new RangeError(`the presale on chain ${chainId} is at stage ${stageIndex}`);
  return {
    stage,
    start,
    end,
    raised,
    isPaused,
    position: account ? { contributed, bought, claimed, inWallet } : null,
    at,
    receivedAt: Date.now(),
  };
}

type PresaleData = {
  read: PresaleRead;
  terms: PresaleTerms;
  sale: ListedToken | null;
  payment: ListedToken | null;
};

export type Presale = ContractRead<PresaleData>;

async function readSale({ config, client, place, account }: Reading<unknown>) {
  const terms = await readOnce(client, 'presale_contract', place, () => readPresaleTerms(config, place));
  return { terms, read: await readPresale(config, place, terms, account) };
}

/** React hook that returns each chain's presale, including the account's values if an account is connected. */
export function usePresales(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
): Presale[] {
  return useContractReads('presale_contract', contracts, account, readSale).map(({ data, ...presale }) => ({
    ...presale,
    data: data && {
      ...data,
      sale: listedToken(coins, presale.chainId, data.terms.saleToken),
      payment: listedToken(coins, presale.chainId, data.terms.paymentToken),
    },
  }));
}

/** React hook that returns the estimated state of every presale by chain. A stage change triggers a new read. */
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
