import { useQuery } from '@tanstack/react-query';
import useSWRImmutable from 'swr/immutable';
import { type Address, type Client, erc20Abi } from 'viem';
import { readContract } from 'viem/actions';
import { useConfig } from 'wagmi';
import { call } from '@/lib/api/client';
import type { DescriptorFile } from '@/lib/evm/erc7730/descriptor-file';
import { contractName, type SigningContext } from '@/lib/wallet/signing/context';
import { lookupsOf, placeKey } from '@/lib/wallet/signing/described';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import { noDecimals, noDescriptors } from './use-signing-context';

/** For how long descriptors and decimals are used again, in seconds. A withdrawn descriptor counts for as long. */
const KEPT_SECONDS = 300n;
const KEPT_MS = Number(KEPT_SECONDS) * 1_000;

/** Reads the descriptors of contracts. @throws if one of them can't be read, so that the failure isn't kept. */
async function readDescriptors(
  chainId: number,
  contracts: readonly Address[],
): Promise<SigningContext['descriptors']> {
  const read = contracts.map(async (address) => {
    const params = { chainId, address };
    const files = await call<readonly DescriptorFile[]>('/config/clearSigning', { params, silent: true });
    return [placeKey(chainId, address), files] as const;
  });
  return new Map(await Promise.all(read));
}

/** Reads the decimals of tokens. One that doesn't answer has none, and its amounts are shown in base units. */
async function readDecimals(
  client: Client,
  chainId: number,
  tokens: readonly Address[],
): Promise<SigningContext['decimals']> {
  const read = tokens.map(async (address) => {
    try {
      const decimals = await readContract(client, { address, abi: erc20Abi, functionName: 'decimals' });
      return [[placeKey(chainId, address), decimals] as const];
    } catch {
      // A contract that isn't a token has no decimals. The review says so.
      return [];
    }
  });
  return new Map((await Promise.all(read)).flat());
}

/**
 * React hook that reads descriptors, and uses them again for requests of the same period. Without them, the review says that it
 * can't tell what the request does. Not retried, so that a review that is being read doesn't change.
 */
const useDescriptors = (period: string, chainId: number, contracts: readonly Address[]) =>
  useSWRImmutable(
    contracts.length === 0 ? null : ['clearSigning', period, chainId, ...contracts],
    () => readDescriptors(chainId, contracts),
    { shouldRetryOnError: false },
  );

const bodyOf = (request: SignatureRequest) => {
  if (request.kind === 'typedData') return request.typedData;
  if (request.kind !== 'transaction' || request.transaction.to === null) return null;
  return { ...request.transaction, to: request.transaction.to };
};

/**
 * React hook that returns the ERC-7730 files of the operator's registry for a DApp's request, and the decimals of the tokens
 * that they name. What calls in the call need is read once the outer call is described. Listed contracts have descriptions of
 * this site's own.
 */
export function useForeignDescriptions(request: SignatureRequest, listed: SigningContext) {
  const config = useConfig();
  const { chainId } = request;
  const period = String(listed.now / KEPT_SECONDS);
  const body = listed.isForeign ? bodyOf(request) : null;
  const contractsIn = (context: SigningContext) =>
    (body ? lookupsOf(body, context).contracts : []).filter(
      (address) => contractName(context, address) === null,
    );
  const outer = contractsIn(listed);
  const first = useDescriptors(period, chainId, outer);
  const described = { ...listed, descriptors: first.data ?? noDescriptors };
  const all = first.data ? contractsIn(described) : outer;
  const second = useDescriptors(period, chainId, all.length > outer.length ? all : []);
  const descriptors = second.data ?? first.data ?? noDescriptors;
  const tokens = body ? lookupsOf(body, { ...listed, descriptors }).tokens : [];
  const decimals = useQuery({
    queryKey: ['decimals', period, chainId, tokens],
    queryFn: () => readDecimals(config.getClient({ chainId }), chainId, tokens),
    enabled: tokens.length > 0,
    retry: false,
    gcTime: KEPT_MS,
    // Those that couldn't be read are read again for the next request.
    staleTime: ({ state }) => (state.data?.size === tokens.length ? 'static' : 0),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return {
    descriptors,
    decimals: decimals.data ?? noDecimals,
    isPending: first.isLoading || second.isLoading || decimals.isLoading,
  };
}
