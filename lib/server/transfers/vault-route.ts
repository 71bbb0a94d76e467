import 'server-only';
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  type Log,
  parseEventLogs,
  toFunctionSelector,
} from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { VAULT_DOMAIN, vaultTransferDigest } from '@/lib/evm/vault-transfer';
import { type ServerChain, withNode, withUntrustedReads } from '../chain/node';
import type { transfers } from '../db/sender-tables';

export type TransferRow = typeof transfers.$inferSelect;
/** What the vault needs of a signed transfer. */
export type SignedTransfer = Pick<
  TransferRow,
  'owner' | 'to' | 'token' | 'amountRaw' | 'nonce' | 'deadline' | 'signature'
>;

const NO_REFUSAL = '0x00000000';

/** Names of the vault's errors by their selectors. */
const errorNames = new Map<Hex, string>(
  vaultAbi.flatMap((item) =>
    item.type === 'error'
      ? [
          [
            toFunctionSelector({ ...item, type: 'function', outputs: [], stateMutability: 'view' }),
            item.name,
          ] as const,
        ]
      : [],
  ),
);

/** Returns the name of the error with this selector, or the selector if it is unknown. */
export const refusalName = (selector: Hex): string => errorNames.get(selector) ?? selector;

/** Returns the EIP-712 hash of a transfer, which its owner signs. */
export const digestOf = (
  chainId: number,
  vault: Address,
  { owner, to, token, amountRaw, nonce, deadline }: Omit<SignedTransfer, 'signature'>,
): Hex =>
  vaultTransferDigest(chainId, vault, {
    from: owner,
    to,
    token,
    amount: amountRaw,
    nonce,
    deadline: BigInt(deadline),
  });

/** Returns the calldata that has the vault move a batch. */
export const encodeBatch = (batch: readonly SignedTransfer[]): Hex =>
  encodeFunctionData({
    abi: vaultAbi,
    functionName: 'transferBySignature',
    args: [
      batch.map(({ owner, to, token, amountRaw, nonce, deadline, signature }) => ({
        from: owner,
        to,
        token,
        amount: amountRaw,
        nonce,
        deadline: BigInt(deadline),
        signature,
      })),
    ],
  });

/**
 * Simulates a batch on the latest block. Returns the name of the refusal for each transfer, or null if it would be
 * executed.
 * @throws ApiError 503 if the node is unreachable.
 */
export const simulateBatch = (
  chain: ServerChain,
  vault: Address,
  batch: readonly SignedTransfer[],
): Promise<(string | null)[]> =>
  withUntrustedReads(chain, async (node) => {
    const { data } = await node.call({ to: vault, data: encodeBatch(batch) });
    const refusals = decodeFunctionResult({
      abi: vaultAbi,
      functionName: 'transferBySignature',
      data: data ?? '0x',
    });
    return refusals.map((selector) => (selector === NO_REFUSAL ? null : refusalName(selector)));
  });

/** Returns what a transaction's logs say about signed transfers: those executed, and those refused with the reason. */
export function readOutcomes(logs: Log<bigint, number, false>[], vault: Address) {
  const own = logs.filter(({ address }) => address.toLowerCase() === vault.toLowerCase());
  const refused = parseEventLogs({ abi: vaultAbi, eventName: 'TransferRefused', logs: own });
  return {
    executed: new Set(
      parseEventLogs({ abi: vaultAbi, eventName: 'Transferred', logs: own }).map(({ args }) => args.digest),
    ),
    refused: new Map(refused.map(({ args }) => [args.digest, refusalName(args.reason)])),
  };
}

/** Blocks per request for logs, which nodes limit. */
const LOG_BLOCKS = 2_000n;

/**
 * Returns the executed signed transfers of the owners in a range of blocks, by digest.
 * @throws ApiError 503 if the node is unreachable.
 */
export async function findExecuted(
  chain: ServerChain,
  vault: Address,
  { owners, fromBlock, toBlock }: { owners: Address[]; fromBlock: bigint; toBlock: bigint },
) {
  const found = new Map<Hex, { txHash: Hex; blockNumber: bigint; blockHash: Hex }>();
  for (let start = fromBlock; start <= toBlock; start += LOG_BLOCKS) {
    const end = start + LOG_BLOCKS - 1n < toBlock ? start + LOG_BLOCKS - 1n : toBlock;
    const logs = await withNode(chain, (node) =>
      node.getContractEvents({
        address: vault,
        abi: vaultAbi,
        eventName: 'Transferred',
        args: { from: owners },
        fromBlock: start,
        toBlock: end,
        strict: true,
      }),
    );
    for (const { args, transactionHash, blockNumber, blockHash } of logs)
      found.set(args.digest, { txHash: transactionHash, blockNumber, blockHash });
  }
  return found;
}

/** Returns whether an owner's nonce was used or canceled, at a block or the latest one. @throws ApiError 503 */
export const isNonceUsed = (
  chain: ServerChain,
  vault: Address,
  { owner, nonce }: Pick<SignedTransfer, 'owner' | 'nonce'>,
  blockNumber?: bigint,
): Promise<boolean> =>
  withNode(chain, async (node) => {
    const word = await node.readContract({
      address: vault,
      abi: vaultAbi,
      functionName: 'nonceBitmap',
      args: [owner, nonce >> 8n],
      ...(blockNumber === undefined ? {} : { blockNumber }),
    });
    return ((word >> (nonce & 0xffn)) & 1n) === 1n;
  });

const isMissing = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk(
    (cause) =>
      cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError,
  ) !== null;

/** Vaults that are known to support signed transfers, by chain and address. The code of a contract doesn't change. */
const supporting = new Set<string>();

/**
 * Returns whether a vault supports signed transfers with the domain that wallets sign for. Older vaults don't.
 * @throws ApiError 503 if the node is unreachable.
 */
export async function isSupported(chain: ServerChain, vault: Address): Promise<boolean> {
  const key = `${chain.id} ${vault}`;
  if (supporting.has(key)) return true;
  const domain = await withNode(chain, (node) =>
    node.readContract({ address: vault, abi: vaultAbi, functionName: 'eip712Domain' }).catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    }),
  );
  if (domain === null) return false;
  const [, name, version, chainId, verifyingContract] = domain;
  const isOurs =
    name === VAULT_DOMAIN.name &&
    version === VAULT_DOMAIN.version &&
    chainId === BigInt(chain.id) &&
    verifyingContract.toLowerCase() === vault.toLowerCase();
  if (isOurs) supporting.add(key);
  return isOurs;
}
