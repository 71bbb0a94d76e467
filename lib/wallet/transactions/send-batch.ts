import type { Address, Hash } from 'viem';
import { sendCalls } from 'viem/actions';
import type { Config } from 'wagmi';
import { MaybeSentError } from '@/lib/evm/errors';
import { isBatchRefusal, isRefusal, isUpgradeRefusal } from '@/lib/evm/wallet-errors';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import { prepareWallet } from './ask-wallet';
import { tryBatch } from './batching';
import { beginUnlessSent, checkSentBefore } from './earlier-entries';
import type { TransactionIntent } from './ledger-entry';
import { callHash } from './read-transactions';
import { readRequest } from './send-call';
import { ShortcutError, type Shortcuts } from './shortcuts';
import { batchInLedger, declineInLedger } from './transaction-ledger';
import { type AnyCall, encodeCall, type OrderRun } from './transaction-plan';
import { untilAnswered } from './wallet-prompts';

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
 * @throws the chain's or wallet's error, ShortcutError if the wallet declines batches, SentBeforeError, or MaybeSentError if the
 * batch may have been sent.
 */
export async function sendBatch(
  config: Config,
  { account, chainId, intent, approvals, call }: Batch,
  { giveUp }: Pick<Shortcuts, 'giveUp'>,
  run: OrderRun,
): Promise<Hash> {
  const { signal, named, onStep } = run;
  await switchWalletChain(config, chainId, signal);
  const from = { chainId, account };
  const calls = [...approvals, call];
  const before = approvals.map(encodeCall).map(({ data: input, ...to }) => callHash({ ...to, input }));
  const { parts: _, ...request } = await readRequest(config, call, from);
  const entry = { ...intent, ...from, request: { ...request, before } };
  await checkSentBefore(config, entry, named);
  await tryBatch(config, calls, from);
  const wallet = await prepareWallet(config, from, signal);
  onStep('both');
  const id = beginUnlessSent(entry, run);
  try {
    const asked = sendCalls(wallet, { calls: calls.map(encodeCall), forceAtomic: true, id });
    const accepted: { id?: unknown } = await untilAnswered(id, asked);
    if (typeof accepted.id === 'string') batchInLedger(id, accepted.id);
    return id;
  } catch (error) {
    const isDeclined = isBatchRefusal(error);
    if (!(isDeclined || isRefusal(error)) || !declineInLedger(id))
      throw new MaybeSentError({ id, cause: error });
    if (isDeclined) giveUp('batch');
    // Declining the account upgrade counts as a rejection. The next attempt uses separate requests.
    if (isDeclined && !isUpgradeRefusal(error)) throw new ShortcutError('batchUnsupported', { cause: error });
    throw error;
  }
}
