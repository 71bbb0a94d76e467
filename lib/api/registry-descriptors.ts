import type { Address } from 'viem';
import type { DescriptorFile } from '@/lib/evm/erc7730/descriptor-file';
import { call } from './client';

/** Returns the ERC-7730 files of the operator's registry for a contract. @throws ApiError if they can't be read. */
export const readRegistryDescriptors = (
  chainId: number,
  address: Address,
): Promise<readonly DescriptorFile[]> =>
  call<readonly DescriptorFile[]>('/config/clearSigning', { params: { chainId, address }, silent: true });
