import { type Address, type Client, type Hash, HttpRequestError } from 'viem';
import { getBlock, getCode, getLogs, getTransactionReceipt } from 'viem/actions';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { orNull, unlessRefused } from '@/lib/wallet/transactions/read-transactions';
import { type IncomingPayment, unexplainedPayment } from './incoming-payment';
import { isActionOf } from './own-action';
import { findNative, type Gap, isRecent, mixedStates, type StateReader } from './read-native';
import { type IncomingScope, transferIds } from './read-transfers';

/** Maximum number of states to read in one poll. After a longer pause, payments are summed up instead. */
const MAX_STATES = 400;

/** Native currency that an account received, and the ranges that couldn't be read. */
type FoundNative = { payments: IncomingPayment[]; unread: Gap[] };

/** An account with code, also by EIP-7702, can act in a transaction of another account. */
const hasCode = async (client: Client, address: Address) =>
  (await getCode(client, { address })) !== undefined;

/** Returns whether a block's logs show that the account acted itself. @throws if the RPC request fails. */
async function isOwnBlock(
  client: Client,
  { account, platform, tokens }: IncomingScope,
  blockHash: Hash,
): Promise<boolean> {
  // Some public nodes refuse to list a block's logs without addresses, also with HTTP 403, or list more than fit.
  const all = await unlessRefused(getLogs(client, { blockHash }), null).catch((error: unknown) => {
    if (error instanceof HttpRequestError && error.status === 403) return null;
    throw error;
  });
  if (all) return isActionOf(account, all, platform);
  const listed = [...tokens.keys()].filter((token) => token !== NATIVE_TOKEN);
  const [logs, isSmart] = await Promise.all([
    getLogs(client, { blockHash, address: [account, ...platform, ...listed] }),
    hasCode(client, account),
  ]);
  // Other contracts may have run an operation of a smart account, such as an ERC-4337 entry point.
  return isSmart || isActionOf(account, logs, platform);
}

/** Marks a payment by code as the account's own if its block shows an action of the account, such as a Safe's withdrawal. */
async function withOwn(
  client: Client,
  scope: IncomingScope,
  payment: IncomingPayment,
): Promise<IncomingPayment> {
  const { blockHash } = payment;
  if (payment.isOwn || payment.hash !== null) return payment;
  const [{ transactions }, isOwn] = await Promise.all([
    getBlock(client, { blockHash }),
    isOwnBlock(client, scope, blockHash),
  ]);
  return { ...payment, isOwn: isOwn || transactions.some(scope.isSentHere) };
}

/**
 * Reads the native currency that an account received. Sums up what was received where the node has pruned the states.
 * @throws if the RPC request fails.
 */
export async function findNativePayments(
  client: Client,
  scope: IncomingScope,
  states: StateReader,
  { low, high }: Gap,
): Promise<FoundNative> {
  if (low >= high) return { payments: [], unread: [] };
  const { account } = scope;
  const { payments, rest } = await findNative(client, account, states, { low, high }, MAX_STATES);
  const unread: Gap[] = [];
  const sums = await Promise.all(
    rest.map(async (gap): Promise<IncomingPayment[]> => {
      const [before, after] = await Promise.all([states.read(gap.low), states.read(gap.high)]);
      // If the account sent transactions, their fees would have to be known.
      if (!before || !after || after.nonce !== before.nonce || after.balance < before.balance) {
        unread.push(gap);
        return [];
      }
      if (after.balance === before.balance) return [];
      // A node that lags refused states, and a sum could repeat a payment that was seen. The next poll reads them again.
      if (isRecent(gap, high)) throw mixedStates(gap.high);
      const [block, isSmart] = await Promise.all([
        getBlock(client, { blockNumber: gap.high }),
        hasCode(client, account),
      ]);
      const sum = unexplainedPayment(after.balance - before.balance, block);
      // A smart account may have acted without a nonce of its own, so part of the sum may be its own money.
      return [{ ...sum, isOwn: isSmart }];
    }),
  );
  const found = await Promise.all(payments.map((payment) => withOwn(client, scope, payment)));
  return { payments: [...found, ...sums.flat()], unread };
}

/**
 * Returns those payments that a reading after a reorganization didn't find, but that are still in the chain: a node left out
 * their logs, or has pruned the states of their range. If their transaction moved to another block, they have the new one.
 * @throws if the RPC request fails.
 */
export async function stillMined(
  client: Client,
  account: Address,
  lost: readonly IncomingPayment[],
  unread: readonly Gap[],
): Promise<IncomingPayment[]> {
  const found = await Promise.all(
    lost.map(async (payment): Promise<IncomingPayment[]> => {
      const { id, token, hash, block, blockHash, isContract } = payment;
      const isNative = token === NATIVE_TOKEN;
      const isShownByBalance = isNative && isContract;
      if (isShownByBalance && !unread.some(({ low, high }) => block > low && block <= high)) return [];
      if ((await getBlock(client, { blockNumber: block })).hash === blockHash) return [payment];
      if (hash === null || isShownByBalance) return [];
      const receipt = await orNull(getTransactionReceipt(client, { hash }));
      if (receipt?.status !== 'success') return [];
      // In its new place, the transaction may have moved other amounts.
      if (!isNative && !transferIds(receipt.logs, account).includes(id)) return [];
      return [{ ...payment, block: receipt.blockNumber, blockHash: receipt.blockHash }];
    }),
  );
  return found.flat();
}
