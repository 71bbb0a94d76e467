import { isHex } from 'viem';
import { z } from 'zod';
import { INVITE_CODE } from '@/lib/constants';
import { nameProblem, normalizeName } from '@/lib/validation/name';
import { address, addressInput, chainIdInput, time } from './values';

export const nonceInput = z.object({ address: addressInput, chainId: chainIdInput });

export const nonceResult = z
  .object({
    nonce: z.string().meta({ examples: ['k3Jx8mQ2vT7yW1zB5nR9cL4s'] }),
    issuedAt: time,
    expirationTime: time,
    domain: z.string().meta({ examples: ['wallet.example.org'] }),
    uri: z.string().meta({ examples: ['https://wallet.example.org'] }),
    statement: z.string(),
  })
  .describe('The fields of the EIP-4361 message to sign.');

export const loginInput = z.object({
  message: z
    .string({ error: 'message' })
    .min(1, { error: 'message' })
    .max(4_096, { error: 'message' })
    .meta({
      description: 'EIP-4361 text, as signed.',
      examples: ['wallet.example.org wants you to sign in with your Ethereum account: …'],
    }),
  signature: z
    .string({ error: 'signature' })
    .max(16_386, { error: 'signature' })
    .refine((text) => isHex(text) && text.length % 2 === 0 && text.length > 2, { error: 'signature' })
    .transform((text) => text as `0x${string}`)
    .meta({ description: 'ECDSA, EIP-1271 or EIP-6492 signature in hexadecimal.', examples: ['0x7a1c…1b'] }),
});

export const user = z
  .object({
    address,
    name: z.string().nullable(),
    avatar: z.string().nullable().describe('Path of the picture on this site.'),
    inviteCode: z.string().meta({ examples: ['7KQ2M9XA'] }),
    inviter: address.nullable().describe('Address of the account that invited this user.'),
    createdAt: time,
  })
  .meta({ id: 'User' });

export const loginResult = z.object({
  token: z.string().describe('Bearer token for the Authorization header.'),
  expiresAt: time,
  user,
});

export const userSession = z
  .object({
    device: z
      .string()
      .nullable()
      .meta({
        description: 'Browser and operating system, as the User-Agent header of the sign-in named them.',
        examples: ['Firefox, Windows'],
      }),
    createdAt: time,
    lastUsedAt: time.describe('Accurate to five minutes.'),
    isCurrent: z.boolean().describe('Whether it is the session of the request.'),
  })
  .meta({ id: 'UserSession' });

export const endedSessions = z.object({ ended: z.int().describe('Number of sessions that were ended.') });

const nameIssue = {
  empty: 'nameEmpty',
  character: 'nameCharacter',
  length: 'nameLength',
  address: 'nameAddress',
} as const;

export const nameInput = z.object({
  name: z
    .string({ error: 'nameEmpty' })
    .transform(normalizeName)
    .superRefine((name, context) => {
      const problem = nameProblem(name);
      if (problem) context.addIssue({ code: 'custom', message: nameIssue[problem] });
    }),
});

const inviteCode = new RegExp(`^[${INVITE_CODE.alphabet}]{${INVITE_CODE.characters}}$`);

export const inviterInput = z.object({
  /** Another user's invite code, case-insensitive. */
  code: z
    .string({ error: 'inviteCode' })
    .transform((text) => text.trim().toUpperCase())
    .refine((text) => inviteCode.test(text), { error: 'inviteCode' }),
});

export const avatarResult = z.object({
  /** URL of the uploaded profile picture on this site. */
  url: z.string(),
});
