import { readFile } from 'node:fs/promises';
import { getAddress, isAddress } from 'viem';
import { z } from 'zod';

const address = z
  .string()
  .refine(
    (text) => isAddress(text, { strict: false }) && getAddress(text) === text,
    'must be an address with its EIP-55 checksum',
  )
  .transform((text) => getAddress(text));

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2_048);
const chainId = z.int().positive();
const shortText = z.string().trim().min(1).max(64);

/** Minimum confirmations on a chain with real value, because a block that is replaced would undo a credit. */
const MIN_CONFIRMATIONS = 10;
/** Minimum on Ethereum: an epoch, after which a block is usually justified. */
const MIN_CONFIRMATIONS_BY_CHAIN: Readonly<Record<number, number>> = { 1: 32 };

/** Block tags (EIP-1898) whose blocks the chain's consensus doesn't replace any more. */
export const finalities = ['safe', 'finalized'] as const;

/** Returns the fewest confirmations that a chain may require. */
export const minConfirmations = ({ id, testnet }: { id: number; testnet: boolean }): number =>
  testnet ? 1 : (MIN_CONFIRMATIONS_BY_CHAIN[id] ?? MIN_CONFIRMATIONS);

const contractName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9_]*$/, 'must be a snake_case name');

const chain = z.strictObject({
  /** EIP-155 chain ID. */
  id: chainId,
  name: shortText,
  nativeCurrency: z.strictObject({ name: shortText, symbol: shortText, decimals: z.literal(18) }),
  /** JSON-RPC endpoint for browsers. */
  rpcUrl: httpUrl,
  /** Fallback RPC endpoints, in order. */
  fallbackRpcUrls: z.array(httpUrl).max(5).optional(),
  /** JSON-RPC endpoint for the server only (may contain a key); defaults to `rpcUrl`. */
  serverRpcUrl: httpUrl.optional(),
  /** Endpoint of another provider (may contain a key). The server credits only what both endpoints report. */
  checkRpcUrl: httpUrl.optional(),
  /** Block explorer URL to which the address is appended. */
  browserAddress: httpUrl,
  /** Block explorer URL to which the transaction hash is appended. */
  browserTx: httpUrl,
  testnet: z.boolean(),
  /**
   * When a transaction is final: after this many confirmations, including its own block, or once its block is at or
   * below the chain's `safe` or `finalized` block.
   */
  confirmations: z.union([z.int().min(1).max(10_000), z.enum(finalities)], {
    error: 'must be a whole number from 1 to 10000, "safe", or "finalized"',
  }),
  contracts: z.record(contractName, address),
  /** Replaced contracts, whose transactions up to `untilBlock` are still credited. */
  retiredContracts: z
    .array(z.strictObject({ name: contractName, address, untilBlock: z.int().nonnegative() }))
    .optional(),
});

const coin = z.strictObject({
  id: z.int32().positive(),
  symbol: shortText,
  name: shortText,
  /** Path of the icon on this site. */
  icon: z
    .string()
    .max(2_048)
    .regex(/^\/(?!\/)\S+$/, 'must be a path that starts with one /'),
  sort: z.int32(),
  tokens: z
    .array(
      z.strictObject({
        chainId,
        /** `null` for the chain's native currency. */
        address: address.nullable(),
        decimals: z.int().min(0).max(36),
      }),
    )
    .min(1),
});

/** Schema of a chains file: the chains with their contracts, and the coins. */
export const chainsFileSchema = z
  .strictObject({ chains: z.array(chain).min(1), coins: z.array(coin) })
  .superRefine(({ chains, coins }, context) => {
    const report = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const chainById = new Map<number, (typeof chains)[number]>();
    for (const [index, entry] of chains.entries()) {
      if (chainById.has(entry.id)) report(['chains', index, 'id'], `${entry.id} is listed twice`);
      chainById.set(entry.id, entry);
      const minimum = minConfirmations(entry);
      if (typeof entry.confirmations === 'number' && entry.confirmations < minimum)
        report(['chains', index, 'confirmations'], `must be at least ${minimum} on this chain`);
    }
    const coinIds = new Set<number>();
    const tokenKeys = new Set<string>();
    for (const [index, entry] of coins.entries()) {
      if (coinIds.has(entry.id)) report(['coins', index, 'id'], `${entry.id} is listed twice`);
      coinIds.add(entry.id);
      for (const [tokenIndex, token] of entry.tokens.entries()) {
        const path = ['coins', index, 'tokens', tokenIndex];
        const key = `${token.chainId} ${token.address ?? 'native'}`;
        if (tokenKeys.has(key)) report([...path, 'address'], 'belongs to another token too');
        tokenKeys.add(key);
        const chainOfToken = chainById.get(token.chainId);
        if (!chainOfToken) report([...path, 'chainId'], `${token.chainId} is not in "chains"`);
        if (token.address === null && chainOfToken && token.decimals !== chainOfToken.nativeCurrency.decimals)
          report([...path, 'decimals'], 'differs from the native currency');
      }
    }
  });

export type ChainsFile = z.output<typeof chainsFileSchema>;

const pathText = (path: readonly PropertyKey[]) =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

/** Reads and validates a chains file. @throws Error with one line that names the file and its first invalid entry. */
export async function readChainsFile(file: string): Promise<ChainsFile> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new Error(`CHAINS_FILE ${file}: ${reason}`, { cause: error });
  }
  const result = chainsFileSchema.safeParse(content);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue && issue.path.length > 0 ? `${pathText(issue.path)}: ` : '';
  throw new Error(`CHAINS_FILE ${file}: ${place}${issue?.message ?? 'is not valid'}`);
}
