import { type Address, bytesToHex, type Hash } from 'viem';
import type { Config } from 'wagmi';
import { getBlockNumber, sendCalls } from 'wagmi/actions';
import { MaybeSentError } from '@/lib/evm/errors';
import { isBatchRefusal, isRefusal } from '@/lib/evm/wallet-errors';
import { beginAttempt, endAttempt } from './attempts';
import { tryBatch } from './batching';
import type { TransactionIntent } from './ledger-entry';
import { switchTo } from './send-call';
import { addBatchToLedger } from './transaction-ledger';
import type { AnyCall, TransactionStep } from './transaction-plan';
import { encodeCall } from './transaction-plan';

/** A call and the approvals before it. Some tokens require resetting an existing approval first. */
type Batch = {
  account: Address;
  chainId: number;
  intent: TransactionIntent;
  approvals: readonly AnyCall[];
  call: AnyCall;
};

const randomId = (): Hash => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Simulates the calls together, asks the wallet to execute them atomically (EIP-5792), and records the batch. The batch
 * ID is chosen in advance, so that the batch can be found even if the page is closed.
 * @throws the chain's or wallet's error, or MaybeSentError if the batch may have been sent.
 */
export async function sendBatch(
  config: Config,
  { account, chainId, intent, approvals, call }: Batch,
  onStep: (step: TransactionStep) => void,
): Promise<Hash> {
  await switchTo(config, chainId);
  const from = { chainId, account };
  const calls = [...approvals, call];
  const [block] = await Promise.all([getBlockNumber(config, { chainId }), tryBatch(config, calls, from)]);
  onStep('both');
  const id = randomId();
  const place = { contract: call.address, fromBlock: block.toString() };
  const attempt = beginAttempt({ ...intent, ...from, ...place, batch: id });
  try {
    const told = await sendCalls(config, { ...from, calls: calls.map(encodeCall), forceAtomic: true, id });
    addBatchToLedger({ ...intent, ...from, id, batch: { id: told.id, ...place } });
    endAttempt(attempt);
    return id;
  } catch (error) {
    if (!isBatchRefusal(error) && !isRefusal(error)) throw new MaybeSentError({ cause: error });
    endAttempt(attempt);
    throw error;
  }
}
