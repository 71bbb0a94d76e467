import type { Address, Hash } from 'viem';
import type { Config } from 'wagmi';
import { getBlockNumber, getConnection, sendTransaction, switchChain, writeContract } from 'wagmi/actions';
import { isRefusal, MaybeSentError } from '@/lib/evm/errors';
import { beginAttempt, endAttempt, isRecoverable } from './attempts';
import { addToLedger } from './transaction-ledger';
import type { AnyCall, TransactionPlan, TransactionStep } from './transaction-plan';
import { tryCall } from './try-call';

/** Has the wallet change to a chain (EIP-3326) unless it is there. @throws the wallet's error. */
export async function switchTo(config: Config, chainId: number): Promise<void> {
  if (getConnection(config).chainId !== chainId) await switchChain(config, { chainId });
}

/** Has the wallet sign and send a call. @throws the wallet's error. */
function signCall(
  config: Config,
  { address, ...call }: AnyCall,
  from: { chainId: number; account: Address },
): Promise<Hash> {
  if ('abi' in call) return writeContract(config, { address, ...call, ...from });
  return sendTransaction(config, { ...from, to: address, value: call.value });
}

/**
 * Simulates a call, has the wallet sign and send it, and writes it down. What becomes of it then is the ledger's to
 * tell, so that a reload changes nothing.
 * @throws what the chain or the wallet says; MaybeSentError where it is not certain that nothing was sent.
 */
export async function sendCall(
  config: Config,
  { account, chainId, call, intent }: Omit<TransactionPlan<AnyCall>, 'spending'> & { account: Address },
  onStep: (step: TransactionStep) => void,
): Promise<Hash> {
  await switchTo(config, chainId);
  const from = { chainId, account };
  const [block] = await Promise.all([getBlockNumber(config, { chainId }), tryCall(config, call, from)]);
  onStep(intent.kind === 'approve' ? 'approve' : 'signing');
  const attempt = isRecoverable(intent.kind)
    ? beginAttempt({ ...intent, ...from, contract: call.address, fromBlock: block.toString() })
    : null;
  try {
    const hash = await signCall(config, call, from);
    addToLedger({ ...intent, ...from, hash });
    if (attempt) endAttempt(attempt);
    return hash;
  } catch (error) {
    // An approval that may be under way moves nothing by itself.
    if (intent.kind !== 'approve' && !isRefusal(error)) throw new MaybeSentError({ cause: error });
    if (attempt) endAttempt(attempt);
    throw error;
  }
}
