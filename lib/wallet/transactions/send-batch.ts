import { type Address, bytesToHex, type Hash } from 'viem';
import type { Config } from 'wagmi';
import { getBlockNumber, sendCalls } from 'wagmi/actions';
import { isBatchRefusal, isRefusal, MaybeSentError } from '@/lib/evm/errors';
import { beginAttempt, endAttempt } from './attempts';
import { tryBatch } from './batching';
import type { TransactionIntent } from './ledger-entry';
import { switchTo } from './send-call';
import { addBatchToLedger } from './transaction-ledger';
import type { AnyCall, TransactionStep } from './transaction-plan';
import { encodeCall } from './transaction-plan';

/** The call, preceded by its approval, which may need a reset of an older one first. */
type Batch = {
  account: Address;
  chainId: number;
  intent: TransactionIntent;
  approvals: readonly AnyCall[];
  call: AnyCall;
};

const randomId = (): Hash => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Simulates calls together, has the wallet execute them atomically (EIP-5792), and records the batch. Its ID is set
 * before the wallet is asked, so that it can be found even if the page is closed.
 * @throws the chain's or wallet's error; MaybeSentError if it may have been sent.
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
