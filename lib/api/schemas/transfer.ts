import { z } from 'zod';
import { address, addressInput, chainId, chainIdInput, hash, hashInput, time, wireInt } from './values';

// The `error` strings here are message keys under `api.issue`, which the server translates.

const MAX_UINT256 = (1n << 256n) - 1n;

/** Maximum length of a signature, in bytes. A key's has 65, and a contract's (ERC-1271) may be longer. */
export const MAX_SIGNATURE_BYTES = 4_096;
/** Maximum number of jobs in a response of `GET /transfer/status` without an ID. */
export const LISTED_JOBS = 50;

/** Ways to transfer without a fee: between vault balances, or between wallets (ERC-3009). */
export const transferRoutes = ['vault', 'wallet'] as const;
export type TransferRoute = (typeof transferRoutes)[number];

/** Why a route isn't available. */
export const routeReasons = [
  'relayerDown',
  'budgetUsedUp',
  'accountLimit',
  'belowMinimum',
  'accountPaused',
  'unsupported',
] as const;
export type RouteReason = (typeof routeReasons)[number];

/** States of a job. The last four are final. */
export const transferStates = ['queued', 'sent', 'confirmed', 'refused', 'canceled', 'expired'] as const;
export type TransferState = (typeof transferStates)[number];

const uintInput = z
  .string({ error: 'uint' })
  .regex(/^(0|[1-9]\d{0,77})$/, { error: 'uint' })
  .transform(BigInt)
  .refine((value) => value <= MAX_UINT256, { error: 'uint' })
  .meta({ description: 'A uint256 in decimal digits.', examples: ['1000000'] });
const amountInput = uintInput
  .refine((amount) => amount > 0n, { error: 'uint' })
  .meta({ description: 'Amount in base units, in decimal digits.', examples: ['1000000'] });
const uint = z
  .string()
  .regex(/^\d{1,78}$/)
  .meta({ description: 'In base units, in decimal digits.', examples: ['1000000'] });
const seconds = wireInt.pipe(z.int().max(253_402_300_799, { error: 'wholeNumber' }));

/** An identifier of a job: the EIP-712 hash of what was signed. */
const jobIdInput = hashInput.meta({
  description: 'EIP-712 hash of what was signed.',
  examples: [`0x${'5e'.repeat(32)}`],
});

export const transferQuoteInput = z.object({
  chainId: chainIdInput,
  coinId: wireInt.describe('ID of the coin.'),
  to: addressInput,
  amountRaw: amountInput,
});

const transferRouteQuote = z.object({
  route: z.enum(transferRoutes),
  isAvailable: z.boolean(),
  reason: z.enum(routeReasons).nullable().describe('Why it isn’t available, or null if it is.'),
  minimumRaw: uint.nullable().describe('Minimum amount in base units, or null if the route is unsupported.'),
  verifyingContract: address.nullable(),
  domainName: z.string().nullable(),
  domainVersion: z.string().nullable(),
});

export const transferQuote = z
  .object({
    routes: z.array(transferRouteQuote),
    operator: z.string().describe('Who pays the network’s fee.'),
    deadline: z.int().describe('Suggested deadline of the signature, in seconds since 1970.'),
    transfersLeft: z.int().describe('Transfers that the account has left on this chain today (UTC).'),
  })
  .meta({ id: 'TransferQuote' });

export const transferInput = z.object({
  chainId: chainIdInput,
  route: z.enum(transferRoutes),
  token: addressInput.describe('Token, or the zero address for the native currency.'),
  to: addressInput,
  amountRaw: amountInput,
  nonce: z
    .union([uintInput, hashInput], { error: 'uint' })
    .meta({ description: 'Decimal digits for the vault, 32 bytes in hexadecimal for the wallet.' }),
  deadline: seconds.describe(
    'Latest block time, in seconds since 1970. For the wallet it is `validBefore`, and `validAfter` is 0.',
  ),
  signature: z
    .templateLiteral(['0x', z.string().regex(/^([0-9a-fA-F]{2})+$/)], { error: 'signature' })
    .refine((signature) => signature.length <= 2 + MAX_SIGNATURE_BYTES * 2, { error: 'signature' })
    .meta({ description: 'EIP-712 signature.', examples: [`0x${'5e'.repeat(65)}`] }),
});

export const transferId = z.object({ id: jobIdInput });
export const transferStatusQuery = z.object({ id: jobIdInput.optional() });

export const transferJob = z
  .object({
    id: hash.describe('EIP-712 hash of what was signed.'),
    chainId,
    route: z.enum(transferRoutes),
    token: address,
    to: address,
    amountRaw: uint,
    nonce: z.string(),
    deadline: z.int().describe('In seconds since 1970.'),
    state: z.enum(transferStates).describe('A hint: the chain alone shows whether money moved.'),
    reason: z.string().nullable().describe('Error name, for example `InsufficientVaultBalance`, or null.'),
    txHash: hash.nullable().describe('Transaction that carries it, which can be replaced until confirmed.'),
    createdAt: time,
  })
  .meta({ id: 'TransferJob', description: 'A signed transfer that the operator sends.' });

export const transferJobs = z.object({
  jobs: z.array(transferJob).describe(`The job, or without an ID the latest ${LISTED_JOBS} of the account.`),
});
