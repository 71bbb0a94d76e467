import { type Address, zeroAddress } from 'viem';
import { useReadContract } from 'wagmi';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { CONTRACT_POLL_MS } from '@/lib/wallet-constants';

/** Whether a vault takes no deposits at the moment; false for as long as that is not known. */
export function useVaultPaused(place: { chainId: number; vault: Address } | undefined): boolean {
  const { chainId, vault = zeroAddress } = place ?? {};
  const { data = false } = useReadContract({
    ...(chainId === undefined ? {} : { chainId }),
    address: vault,
    abi: vaultAbi,
    functionName: 'paused',
    query: { enabled: place !== undefined, refetchInterval: CONTRACT_POLL_MS },
  });
  return data;
}
