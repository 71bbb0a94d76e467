import type { Address, Hash } from 'viem';
import type { Config } from 'wagmi';
import { sendCalls } from 'wagmi/actions';
import { MaybeSentError } from '@/lib/evm/errors';
import { isBatchRefusal, isRefusal } from '@/lib/evm/wallet-errors';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import { tryBatch } from './batching';
import { beginUnlessSent, checkSentBefore } from './earlier-entries';
import type { TransactionIntent } from './ledger-entry';
import { readRequest } from './send-call';
import { batchInLedger, declineInLedger } from './transaction-ledger';
import { type AnyCall, encodeCall, type OrderRun } from './transaction-plan';

/** A call and the approvals before it. Some tokens require resetting an existing approval first. */
type Batch = {
  account: Address;
  chainId: number;
  intent: TransactionIntent;
  approvals: readonly AnyCall[];
  call: AnyCall;
};

/**
 * Simulates the calls together, records the batch, and asks the wallet to execute them atomically (EIP-5792). The batch ID
 * is chosen in advance, so that the batch can be found even if the page is closed. Returns the ledger ID.
 * @throws the chain's or wallet's error, SentBeforeError, or MaybeSentError if the batch may have been sent.
 */
export async function sendBatch(
  config: Config,
  { account, chainId, intent, approvals, call }: Batch,
  run: OrderRun,
): Promise<Hash> {
  const { signal, named, onStep } = run;
  await switchWalletChain(config, chainId, signal);
  const from = { chainId, account };
  const calls = [...approvals, call];
  const request = await readRequest(config, call, from);
  const entry = { ...intent, ...from, request: { ...request, isBatch: true as const } };
  await checkSentBefore(config, entry, named);
  await tryBatch(config, calls, from);
  signal.throwIfAborted();
  onStep('both');
  const id = beginUnlessSent(entry, run);
  try {
    const accepted = await sendCalls(config, {
      ...from,
      calls: calls.map(encodeCall),
      forceAtomic: true,
      id,
    });
    batchInLedger(id, String(accepted.id));
    return id;
  } catch (error) {
    const isRefused = isBatchRefusal(error) || isRefusal(error);
    if (!isRefused || !declineInLedger(id)) throw new MaybeSentError({ id, cause: error });
    throw error;
  }
}
