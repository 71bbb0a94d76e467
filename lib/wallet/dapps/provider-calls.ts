import { type Address, bytesToHex, type Hash, type Hex, keccak256, numberToHex, stringToBytes } from 'viem';
import { z } from 'zod';
import { callsOf, isOpen, isSettled, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { shortcutsOf } from '@/lib/wallet/transactions/shortcuts';
import { readLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { Methods } from './bridge';
import type { dappNodes } from './dapp-node';
import { type DappSession, sendTransactions } from './dapp-transactions';
import {
  address,
  chainIdText,
  DappError,
  errorCode,
  MAX_TRANSACTIONS,
  parseParams,
  transactionsParams,
} from './protocol';
import { readCall } from './read-call';
import type { DappReviews } from './reviews';

/** Version of the format of calls and their status (EIP-5792). */
const VERSION = '2.0.0';
/** Maximum size of an ID, in bytes. */
const ID_BYTES = 4_096;

type Options = {
  /** Returns the session of an account. @throws DappError (4100) if the DApp may not see it. */
  session: (from: Address | null) => DappSession;
  visible: () => Address | null;
  chains: readonly { id: number }[];
  reviews: DappReviews;
  /** Returns what asks a chain's nodes for the DApp. */
  nodeOf: ReturnType<typeof dappNodes>;
  /** @throws DappError if the DApp shows transactions too often. */
  checkShows: () => void;
  onShow: (entryId: Hash) => void;
};

const id = z
  .string()
  .min(1)
  .max(ID_BYTES)
  .refine((value) => stringToBytes(value).length <= ID_BYTES);
const capabilities = z.record(z.string(), z.unknown()).optional();
const paramsOf = {
  send: z
    .tuple([
      z.object({
        version: z.literal(VERSION),
        id: id.optional(),
        from: address.optional(),
        chainId: chainIdText,
        atomicRequired: z.boolean(),
        calls: z.array(z.looseObject({ capabilities })).min(1),
        capabilities,
      }),
    ])
    .rest(z.unknown()),
  id: z.tuple([id]).rest(z.unknown()),
  capabilities: z.tuple([address]).rest(z.union([z.array(chainIdText).max(50), z.null()])),
};

/** Capabilities that the DApp doesn't mark as optional. None is supported. */
const isRequired = (capability: unknown) =>
  typeof capability !== 'object' || (capability as { optional?: unknown } | null)?.optional !== true;

/** Batches are stored by a hash of their ID, which can be long, and is unique only for its DApp. */
const batchOf = (text: string): Hash => keccak256(stringToBytes(text));

const entriesOf = ({ account, dapp }: DappSession, batch: Hash): LedgerEntry[] =>
  readLedger().filter(
    (entry) =>
      entry.account === account && entry.dapp?.origin === dapp.origin && entry.dapp.batch?.id === batch,
  );

const duplicate = () => new DappError('There is a batch with this ID', { code: errorCode.duplicateId });

/** Runs a function unless another tab runs one of this name. @throws DappError (5720) if one does. */
async function runInOneTab<T>(name: string, run: () => Promise<T>): Promise<T> {
  // Pages without a secure context don't have locks.
  if (navigator.locks === undefined) return run();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock === null) throw duplicate();
    return run();
  });
}

/** Returns the status code of a batch. `isSending` is whether the user still reviews some of its calls. */
function statusOf(entries: readonly LedgerEntry[], isSending: boolean): number {
  if (isSending || entries.some((entry) => isOpen(entry) || !isSettled(entry))) return 100;
  const done = entries.filter(({ status, isAltered }) => status !== 'failed' && !isAltered);
  const calls = entries[0]?.dapp?.batch?.calls;
  const isWhole = done.reduce((sum, { request }) => sum + callsOf(request).length, 0) === calls;
  if (done.length > 0) return isWhole ? 200 : 600;
  return entries.some(({ reason }) => reason === 'reverted') ? 500 : 400;
}

const receipt = z.object({
  status: z.string(),
  blockHash: z.string(),
  blockNumber: z.string(),
  gasUsed: z.string(),
  transactionHash: z.string(),
  logs: z.array(z.object({ address: z.string(), data: z.string(), topics: z.array(z.string()) })),
});

/** Returns the methods of batches (EIP-5792), which send as every other transaction of a DApp. */
export function callMethods({
  session,
  visible,
  chains,
  reviews,
  nodeOf,
  checkShows,
  onShow,
}: Options): Methods {
  const sending = new Set<Hash>();

  const find = (method: string, params: unknown) => {
    const [text] = parseParams(method, paramsOf.id, params);
    const batch = batchOf(text);
    const entries = entriesOf(session(visible()), batch);
    const [first] = entries;
    if (!first) throw new DappError('There is no batch with this ID', { code: errorCode.unknownBatch });
    return { text, batch, entries, first };
  };

  const send = async (params: unknown) => {
    const [request] = parseParams('wallet_sendCalls', paramsOf.send, params);
    const { calls, atomicRequired } = request;
    const own = session(request.from ?? visible());
    const asked = [request, ...calls].flatMap((part) => Object.entries(part.capabilities ?? {}));
    const required = asked.find(([, capability]) => isRequired(capability));
    if (required)
      throw new DappError(`The capability ${required[0].slice(0, 64)} is not supported`, {
        code: errorCode.unsupportedCapability,
      });
    if (Number(request.chainId) !== own.chain.id)
      throw new DappError('Switch to the network of the calls first', { code: errorCode.unsupportedChain });
    if (calls.length > MAX_TRANSACTIONS)
      throw new DappError(`At most ${MAX_TRANSACTIONS} calls are supported`, {
        code: errorCode.batchTooLarge,
      });
    if (calls.some(({ to }) => to === undefined || to === null))
      throw new DappError('Contracts cannot be created here', { code: errorCode.unsupported });
    const { txs } = parseParams('wallet_sendCalls', transactionsParams, { txs: calls });
    const text = request.id ?? bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
    const batch = batchOf(text);
    if (sending.has(batch)) throw duplicate();
    const dapp = { ...own.dapp, batch: { id: batch, calls: calls.length } };
    sending.add(batch);
    try {
      await runInOneTab(`tidewell.batch ${dapp.origin} ${own.account} ${batch}`, async () => {
        if (entriesOf(own, batch).length > 0) throw duplicate();
        try {
          await reviews.run((turn) =>
            sendTransactions({ ...own, dapp }, txs, turn, { isAtomic: atomicRequired }),
          );
        } catch (error) {
          // Some of the calls may have been sent. The status says so.
          if (entriesOf(own, batch).length === 0) throw error;
        }
      });
    } finally {
      sending.delete(batch);
    }
    return { id: text };
  };

  const readReceipts = async (entries: readonly LedgerEntry[]) => {
    const found = await Promise.all(
      entries.filter(isSettled).map(async (entry) => {
        if (entry.hash === null) return null;
        return readCall(nodeOf(entry.chainId), { call: 'eth_getTransactionReceipt', params: [entry.hash] });
      }),
    );
    return found.flatMap((one) => receipt.safeParse(one).data ?? []);
  };

  return {
    wallet_sendCalls: send,
    wallet_getCallsStatus: async (params) => {
      const { text, batch, entries, first } = find('wallet_getCallsStatus', params);
      return {
        version: VERSION,
        id: text,
        chainId: numberToHex(first.chainId),
        status: statusOf(entries, sending.has(batch)),
        atomic: callsOf(first.request).length === first.dapp?.batch?.calls,
        receipts: await readReceipts(entries),
      };
    },
    wallet_showCallsStatus: async (params) => {
      const { entries, first } = find('wallet_showCallsStatus', params);
      checkShows();
      await reviews.run(async () => onShow((entries.at(-1) ?? first).id));
      return null;
    },
    wallet_getCapabilities: async (params) => {
      const [from, ids] = parseParams('wallet_getCapabilities', paramsOf.capabilities, params);
      const { config, queries, account } = session(from);
      const asked = chains.filter((chain) => !ids || ids.some((hex) => Number(hex) === chain.id));
      const answers = asked.map(async (chain): Promise<[Hex, unknown]> => {
        const isAtomic = await shortcutsOf(config, queries, chain.id, account).canBatch();
        return [numberToHex(chain.id), { atomic: { status: isAtomic ? 'supported' : 'unsupported' } }];
      });
      return Object.fromEntries(await Promise.all(answers));
    },
  };
}
