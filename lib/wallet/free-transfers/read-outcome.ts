import { type Client, type Hash, isAddressEqual, type Log, parseEventLogs } from 'viem';
import { getBlock, getLogs, getTransactionReceipt, readContract } from 'viem/actions';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { REORG_DEPTH, scanLogs } from '@/lib/evm/scan-logs';
import { readAuthorization } from '@/lib/evm/wallet-transfer';
import { unlessRefused } from '@/lib/wallet/transactions/read-transactions';
import { authorizationOf, type SignedTransfer, type TransferOutcome } from './signed-transfer';

const transferred = vaultAbi.find((item) => item.type === 'event' && item.name === 'Transferred');
const canceled = vaultAbi.find((item) => item.type === 'event' && item.name === 'NonceCanceled');

type Found = Omit<TransferOutcome, 'isFinal'>;

/** Returns the event that ended a transfer among some logs, or null. Another account's or vault's events don't count. */
function findEnd(logs: readonly Log[], { id, account, contract, nonce }: SignedTransfer): Found | null {
  const events = parseEventLogs({
    abi: vaultAbi,
    eventName: ['Transferred', 'NonceCanceled'],
    logs: logs.filter((log) => isAddressEqual(log.address, contract)),
    strict: true,
  });
  for (const { eventName, args, transactionHash, blockNumber } of events) {
    if (transactionHash === null || blockNumber === null) continue;
    const found = { txHash: transactionHash, block: `${blockNumber}` };
    if (eventName === 'Transferred' && args.digest === id) return { kind: 'confirmed', ...found };
    if (eventName === 'NonceCanceled' && isAddressEqual(args.owner, account) && args.nonce === BigInt(nonce))
      return { kind: 'canceled', ...found };
  }
  return null;
}

/** Returns the end that a transaction shows, which the API named as a hint, or null. */
async function readHint(client: Client, transfer: SignedTransfer, hint: Hash): Promise<Found | null> {
  const receipt = await unlessRefused(getTransactionReceipt(client, { hash: hint }), null);
  return receipt && findEnd(receipt.logs, transfer);
}

/** Returns the first block that can have the event. After a reorganization, it can be one before the wallet was asked. */
const floorOf = (fromBlock: string): bigint =>
  BigInt(fromBlock) > REORG_DEPTH ? BigInt(fromBlock) - REORG_DEPTH : 0n;

/** Searches the account's events since the wallet was asked, newest first. */
async function search(client: Client, transfer: SignedTransfer, toBlock: bigint): Promise<Found | null> {
  const { account, contract: address, fromBlock } = transfer;
  const { logs } = await scanLogs<Log>(
    async (range) => {
      const [sent, stopped] = await Promise.all([
        getLogs(client, { ...range, address, event: transferred, args: { from: account } }),
        getLogs(client, { ...range, address, event: canceled, args: { owner: account } }),
      ]);
      return [...sent, ...stopped];
    },
    { toBlock, floor: floorOf(fromBlock) },
  );
  return findEnd(logs, transfer);
}

/** Whether a nonce is used at a block, and the end that the chain shows, or null if the event isn't found. */
type NonceUse = { isUsed: false } | { isUsed: true; found: Found | null };

async function readVaultNonce(
  client: Client,
  transfer: SignedTransfer,
  hint: Hash | null,
  blockNumber: bigint,
): Promise<NonceUse> {
  const { account, contract: address, nonce } = transfer;
  const bitmap = await readContract(client, {
    ...{ address, abi: vaultAbi, functionName: 'nonceBitmap', args: [account, BigInt(nonce) / 256n] },
    blockNumber,
  });
  if (((bitmap >> (BigInt(nonce) % 256n)) & 1n) === 0n) return { isUsed: false };
  const hinted = hint && (await readHint(client, transfer, hint));
  return { isUsed: true, found: hinted ?? (await search(client, transfer, blockNumber)) };
}

async function readTokenNonce(client: Client, transfer: SignedTransfer, toBlock: bigint): Promise<NonceUse> {
  const range = { fromBlock: floorOf(transfer.fromBlock), toBlock };
  const { isUsed, end } = await readAuthorization(
    client,
    transfer.contract,
    authorizationOf(transfer),
    range,
  );
  if (!isUsed) return { isUsed };
  const kinds = { executed: 'confirmed', canceled: 'canceled', replaced: 'replaced' } as const;
  return {
    isUsed,
    found: end && { kind: kinds[end.kind], txHash: end.txHash, block: `${end.blockNumber}` },
  };
}

/**
 * Reads what ended a signed transfer: its own event, what else used or canceled its nonce, or a final block that is later
 * than its deadline while its nonce is unused. Everything else leaves it open, such as a refused attempt to submit it.
 * `hint` is a transaction that may show it. Returns null while it's open.
 * @throws if the node doesn't answer.
 */
export async function readOutcome(
  client: Client,
  transfer: SignedTransfer,
  hint: Hash | null,
): Promise<TransferOutcome | null> {
  const { route, deadline, outcome } = transfer;
  const head = await getBlock(client, { includeTransactions: false });
  // The node is behind the one that showed the outcome.
  if (outcome && head.number < BigInt(outcome.block)) return outcome;
  const deep = head.number > REORG_DEPTH ? head.number - REORG_DEPTH : 0n;
  const nonce =
    route === 'vault'
      ? await readVaultNonce(client, transfer, hint, head.number)
      : await readTokenNonce(client, transfer, head.number);
  if (nonce.isUsed) return nonce.found && { ...nonce.found, isFinal: BigInt(nonce.found.block) <= deep };
  if (head.timestamp <= BigInt(deadline)) return null;
  const { timestamp } = await getBlock(client, { blockNumber: deep, includeTransactions: false });
  const isOver = timestamp > BigInt(deadline);
  return isOver ? { kind: 'expired', txHash: null, block: `${deep}`, isFinal: true } : null;
}
