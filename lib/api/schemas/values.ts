import '@/lib/validation/zod-without-eval';
import { getAddress, type Hex, isAddress, isHash } from 'viem';
import { z } from 'zod';

// The `error` strings here are message keys under `api.issue`, which the server translates.

/** A non-negative integer, as a JSON number or as digits in a query or form field. Pipe it into a range schema. */
export const wireInt = z.union(
  [
    z.int().nonnegative(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ],
  { error: 'wholeNumber' },
);

export const chainIdInput = wireInt
  .pipe(z.int().positive({ error: 'wholeNumber' }))
  .meta({ description: 'EIP-155 chain id.', examples: [1] });

/** An address in lowercase, in uppercase, or with a correct EIP-55 checksum. The output has the checksum. */
export const addressInput = z
  .string({ error: 'address' })
  .refine((text) => isAddress(text, { strict: !/^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text) }), {
    error: 'address',
  })
  .transform((text) => getAddress(text))
  .meta({
    description: 'An address in one case, or with a right EIP-55 checksum.',
    examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  });

/** A 32-byte hex string, converted to lowercase. */
export const hashInput = z
  .string({ error: 'hash' })
  .refine((text) => isHash(text), { error: 'hash' })
  .transform((text) => text.toLowerCase() as Hex)
  .meta({ description: 'Transaction hash: 32 bytes in hexadecimal.', examples: [`0x${'5e'.repeat(32)}`] });

/** An EIP-55 address in a response. */
export const address = z
  .templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)])
  .meta({ examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] });

/** A transaction hash in a response. */
export const hash = z
  .templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)])
  .meta({ examples: [`0x${'5e'.repeat(32)}`] });

/** An exact decimal number as a string, because a JSON number could lose digits. */
export const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .meta({ examples: ['1250.5'] });

/** ISO 8601 time in UTC. */
export const time = z.iso.datetime().meta({ examples: ['2026-01-31T08:30:00.000Z'] });

/** EIP-155 chain ID in a response. */
export const chainId = z.int().meta({ description: 'EIP-155 chain id.', examples: [1] });

export const pageQuery = z.object({
  pageNum: wireInt.pipe(z.int().min(1).max(1_000_000)).default(1).describe('Page number, starting at 1.'),
  pageSize: wireInt.pipe(z.int().min(1).max(100)).default(20),
});

/** Returns the schema for one page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    list: z.array(item),
    total: z.int().describe('Number of entries on all pages.'),
    pageNum: z.int(),
    pageSize: z.int(),
  });
