import { isHex } from 'viem';
import { z } from 'zod';
import { address, addressInput, chainIdInput, time } from './values';

export const nonceInput = z.object({ address: addressInput, chainId: chainIdInput });

/** The fields of the EIP-4361 message to sign. */
export const nonceResult = z.object({
  nonce: z.string(),
  issuedAt: time,
  expirationTime: time,
  domain: z.string(),
  uri: z.string(),
  statement: z.string(),
});

export const loginInput = z.object({
  /** EIP-4361 text, as signed. */
  message: z.string({ error: 'message' }).min(1, { error: 'message' }).max(4_096, { error: 'message' }),
  /** ECDSA, EIP-1271 or EIP-6492 signature. */
  signature: z
    .string({ error: 'signature' })
    .max(16_386, { error: 'signature' })
    .refine((text) => isHex(text) && text.length % 2 === 0 && text.length > 2, { error: 'signature' })
    .transform((text) => text as `0x${string}`),
});

export const user = z.object({
  address,
  name: z.string().nullable(),
  avatar: z.string().nullable(),
  inviteCode: z.string(),
  /** The address that invited this user. */
  inviter: address.nullable(),
  createdAt: time,
});

export const loginResult = z.object({ token: z.string(), expiresAt: time, user });
