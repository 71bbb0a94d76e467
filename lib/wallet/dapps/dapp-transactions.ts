import type { QueryClient } from '@tanstack/react-query';
import { type Address, getAddress, type Hash, type Hex, toHex } from 'viem';
import type { Config } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import { NATIVE_DECIMALS } from '@/lib/evm/address';
import { type ChainErrorCode, chainErrorCode, MaybeSentError } from '@/lib/evm/errors';
import { isUnreachable } from '@/lib/evm/node-transport';
import { isUpgradeRefusal } from '@/lib/evm/wallet-errors';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import { earlierEntries, knownEntries } from '@/lib/wallet/transactions/earlier-entries';
import {
  awaitsCoSigners,
  explorerHash,
  isSettled,
  type LedgerEntry,
  type TransactionIntent,
} from '@/lib/wallet/transactions/ledger-entry';
import { callHash, selectorOf } from '@/lib/wallet/transactions/read-transactions';
import { sendBatch } from '@/lib/wallet/transactions/send-batch';
import { sendCall } from '@/lib/wallet/transactions/send-call';
import { ShortcutError, shortcutsOf } from '@/lib/wallet/transactions/shortcuts';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { type EncodedCall, encodeCall, type OrderRun } from '@/lib/wallet/transactions/transaction-plan';
import { DappError, errorCode } from './protocol';
import type { Turn } from './reviews';

/** Binds a DApp's requests to an account and a chain while its frame is open. */
export type DappSession = {
  config: Config;
  queries: QueryClient;
  account: Address;
  chain: { id: number; name: string; nativeSymbol: string; browserAddress: string; browserTx: string };
  dapp: NonNullable<TransactionIntent['dapp']>;
  /** Called with the reason if a confirmed request fails. */
  onProblem: (problem: ChainErrorCode) => void;
};

/** What sending needs of a request's turn. */
type SendTurn = Pick<Turn, 'review' | 'wait'>;

type RequestedCall = { to: string; value: bigint; data: string };

const encodedCall = ({ to, value, data }: RequestedCall): EncodedCall => ({
  // Some DApps send addresses without a valid checksum, which wallets accept.
  address: getAddress(to.toLowerCase()),
  value,
  data: data.toLowerCase() as Hex,
});

function requestOf(
  call: EncodedCall,
  { account, chain }: DappSession,
): Extract<SignatureRequest, { kind: 'transaction' }> {
  const { to, value, data } = encodeCall(call);
  return {
    kind: 'transaction',
    account,
    chainId: chain.id,
    raw: JSON.stringify({ from: account, to, value: toHex(value), data }, null, 2),
    transaction: { to, value, data, gas: null, fees: {} },
  };
}

const intentOf = (value: bigint, { chain, dapp }: DappSession) =>
  ({
    kind: 'dapp',
    coinId: 0,
    amountRaw: value.toString(),
    decimals: NATIVE_DECIMALS,
    symbol: chain.nativeSymbol,
    dapp,
  }) as const;

/** Returns the pending transactions that a DApp's call could repeat. */
const earlierOf = (value: bigint, calls: readonly EncodedCall[], session: DappSession) => {
  const hashes = calls.map((one) => callHash({ to: one.address, value: one.value, input: one.data }));
  const [last, call] = [calls.at(-1), hashes.at(-1)];
  return earlierEntries(knownEntries(), {
    ...intentOf(value, session),
    ...(last &&
      call && {
        request: { call, before: hashes.slice(0, -1), to: last.address, selector: selectorOf(last.data) },
      }),
    chainId: session.chain.id,
    account: session.account,
  });
};

/** Returns what sending needs, after a review that named the earlier transactions. */
const runOf = (signal: AbortSignal, earlier: readonly LedgerEntry[]): OrderRun => ({
  signal,
  named: earlier.map(({ id }) => id),
  onStep: () => undefined,
  onRecorded: () => undefined,
});

/** Errors for the DApp, in English, for codes with a specific cause. */
const reasons: Partial<Record<ChainErrorCode, readonly [reason: string, code: number]>> = {
  rejected: ['The user rejected the request in the wallet', errorCode.rejected],
  maybeSent: ['The wallet may have sent the transaction', errorCode.internal],
  reverted: ['The simulation of the transaction failed', errorCode.transactionRejected],
  recipientRefused: ['The simulation of the transaction failed', errorCode.transactionRejected],
  insufficientFunds: ['The account cannot pay for the transaction', errorCode.transactionRejected],
  nodeUnreachable: ['The network cannot be reached', errorCode.chainDisconnected],
  accountChanged: ['The wallet uses another account', errorCode.unauthorized],
};

/**
 * Runs the steps after a confirmed review, whose `signal` aborts if the user closes it.
 * @throws DappError with the reason for the DApp.
 */
export async function runConfirmed<Result>(
  { onProblem }: DappSession,
  run: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DappError) throw error;
    // Closing a request that the wallet was already asked for doesn't take it back.
    if (signal.aborted && !(error instanceof MaybeSentError))
      throw new DappError('The user closed the request', { code: errorCode.rejected, cause: error });
    const problem = chainErrorCode(error);
    // Don't report a rejection to the user who made it.
    if (problem !== 'rejected') onProblem(problem);
    const [reason, code] = reasons[problem] ?? [
      'The wallet could not complete the request',
      errorCode.internal,
    ];
    throw new DappError(reason, {
      code: isUpgradeRefusal(error) ? errorCode.upgradeRejected : code,
      cause: error,
    });
  }
}

/**
 * Checks the session before the review, because the user shouldn't review a request that can't be sent. The wallet may
 * expose several accounts, of which the site uses the first.
 * @throws DappError if it doesn't expose the account, or the network can't be reached.
 */
export function checkSession({ config, account, chain }: DappSession): void {
  const { addresses } = getConnection(config);
  if (!addresses) throw new DappError('The wallet is not connected', { code: errorCode.disconnected });
  if (!addresses.includes(account))
    throw new DappError('The wallet uses another account', { code: errorCode.unauthorized });
  if (isUnreachable(chain.id))
    throw new DappError('The network cannot be reached', { code: errorCode.chainDisconnected });
}

/**
 * Returns whether a hash, or a batch's ID, that a DApp got is that of a ledger entry. The hash of a canceled entry may be
 * that of another entry's transaction, which took its nonce.
 */
const isKnownAs = ({ id, sent }: LedgerEntry, known: string): boolean =>
  id === known || sent.some((one) => one.hash === known);

/** Resolves when a sent transaction has settled. @throws DappError if it failed. */
function settled(sent: Hash): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (entries: readonly LedgerEntry[]) => {
      const entry = entries.find((one) => isKnownAs(one, sent));
      // The user may have hidden it, which proves nothing. It returns if it is found.
      if (!entry || !isSettled(entry)) return false;
      if (entry.status === 'confirmed') resolve();
      else reject(new DappError(`Transaction ${sent} failed`));
      return true;
    };
    if (look(useLedger.getState().entries)) return;
    const stop = useLedger.subscribe(({ entries }) => {
      if (look(entries)) stop();
    });
  });
}

/** Sends calls as one batch (EIP-5792). Returns null if the wallet declines batches. */
async function sendTogether(
  session: DappSession,
  calls: readonly EncodedCall[],
  turn: SendTurn,
): Promise<Hash | null> {
  const { config, queries, account, chain } = session;
  const shortcuts = shortcutsOf(config, queries, chain.id, account);
  if (!(await shortcuts.canBatch())) return null;
  const [last, ...before] = calls.toReversed();
  if (!last) return null;
  const sum = calls.reduce((total, { value }) => total + value, 0n);
  const earlier = earlierOf(sum, calls, session);
  const request = { kind: 'batch', calls: calls.map((call) => requestOf(call, session)) } as const;
  const signal = await turn.review(request, { earlier });
  const intent = intentOf(sum, session);
  const batch = { account, chainId: chain.id, intent, approvals: before.reverse(), call: last };
  return runConfirmed(
    session,
    async () => {
      try {
        return await sendBatch(config, batch, shortcuts, runOf(signal, earlier));
      } catch (error) {
        if (error instanceof ShortcutError) return null;
        throw error;
      }
    },
    signal,
  );
}

/** Sends calls one by one, each after its own review and the confirmation of the previous call. */
async function sendInOrder(
  session: DappSession,
  calls: readonly EncodedCall[],
  turn: SendTurn,
): Promise<Hash> {
  const { config, account, chain } = session;
  const sent: Hash[] = [];
  try {
    for (const [index, call] of calls.entries()) {
      const before = sent.at(-1);
      if (before !== undefined) await turn.wait(settled(before));
      checkSession(session);
      const earlier = earlierOf(call.value, [call], session);
      const part = { number: index + 1, total: calls.length, earlier };
      const signal = await turn.review(requestOf(call, session), part);
      const order = { account, chainId: chain.id, call, intent: intentOf(call.value, session) };
      const { hash } = await runConfirmed(
        session,
        () => sendCall(config, order, runOf(signal, earlier)),
        signal,
      );
      sent.push(hash);
    }
  } catch (error) {
    if (!(error instanceof DappError) || sent.length === 0) throw error;
    // Report the calls that were sent: otherwise, the DApp would assume that the request had no effect.
    const done = `${sent.length} of ${calls.length} transactions were sent (${sent.join(', ')})`;
    throw new DappError(`${error.message}. ${done}`, { code: error.code, cause: error });
  }
  const last = sent.at(-1);
  if (last === undefined) throw new DappError('There is no transaction to send');
  return last;
}

/**
 * Sends a DApp's transactions: as one batch if the wallet supports it, and one by one otherwise, unless they must be atomic.
 * Returns the batch's ledger ID, or the hash of the last transaction.
 * @throws DappError with the reason for the DApp.
 */
export async function sendTransactions(
  session: DappSession,
  requested: readonly RequestedCall[],
  turn: SendTurn,
  { isAtomic = false } = {},
): Promise<Hash> {
  checkSession(session);
  const calls = requested.map(encodedCall);
  const together = calls.length > 1 ? await sendTogether(session, calls, turn) : null;
  if (together === null && isAtomic && calls.length > 1)
    throw new DappError('The wallet cannot send these calls in one transaction', {
      code: errorCode.atomicityUnsupported,
    });
  return together ?? sendInOrder(session, calls, turn);
}

const statusOf = (entry: LedgerEntry) => {
  const { status, reason } = entry;
  if (status === 'pending') return awaitsCoSigners(entry) ? 'AWAITING_CONFIRMATIONS' : 'AWAITING_EXECUTION';
  if (status !== 'failed') return 'SUCCESS';
  return reason === 'cancelled' ? 'CANCELLED' : 'FAILED';
};

/**
 * Returns a transaction that this DApp requested from this account, as the SDK's `TransactionDetails`. `txHash` is
 * null until the transaction of a batch or of a contract account is known, and changes if the transaction is replaced.
 * @throws DappError if there is none.
 */
export function describeSent({ account, chain, dapp }: DappSession, safeTxHash: string) {
  const entry = useLedger
    .getState()
    .entries.find(
      (own) =>
        isKnownAs(own, safeTxHash.toLowerCase()) &&
        own.account === account &&
        own.chainId === chain.id &&
        own.dapp?.origin === dapp.origin,
    );
  if (!entry) throw new DappError('Transaction not found');
  return {
    safeAddress: account,
    txId: safeTxHash.toLowerCase(),
    executedAt: null,
    txStatus: statusOf(entry),
    txInfo: { type: 'Custom', value: entry.amountRaw, dataSize: '0', isCancellation: false },
    txData: null,
    txHash: explorerHash(entry),
    detailedExecutionInfo: null,
    safeAppInfo: { name: dapp.name, url: dapp.origin, logoUri: null },
  };
}
