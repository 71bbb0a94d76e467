import type { Address } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import type { NonceResult } from '@/lib/api/types';

/** Returns the EIP-4361 message to sign for a nonce. @throws SiweInvalidMessageFieldError if a field is invalid. */
export const signInMessage = (
  { issuedAt, expirationTime, ...fields }: NonceResult,
  { address, chainId }: { address: Address; chainId: number },
): string =>
  createSiweMessage({
    ...fields,
    address,
    chainId,
    version: '1',
    issuedAt: new Date(issuedAt),
    expirationTime: new Date(expirationTime),
  });
