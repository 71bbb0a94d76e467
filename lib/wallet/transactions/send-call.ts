import {
  type Address,
  BaseError,
  ContractFunctionZeroDataError,
  ExecutionRevertedError,
  type Hash,
} from 'viem';
import type { Config } from 'wagmi';
import { call, getBlockNumber, getConnection, simulateContract, switchChain } from 'wagmi/actions';
import { chainErrorCode, MaybeSentError, RefusedCallError } from '@/lib/evm/errors';
import { isRefusal } from '@/lib/evm/wallet-errors';
import { beginAttempt, endAttempt, isRecoverable } from './attempts';
import { requestTransaction } from './request-transaction';
import { addToLedger } from './transaction-ledger';
import {
  type AnyCall,
  type CoinTransfer,
  type ContractCall,
  type EncodedCall,
  encodeCall,
  type TransactionPlan,
  type TransactionStep,
} from './transaction-plan';

type From = { chainId: number; account: Address };
type At = { blockTag?: 'pending' };

/**
 * Simulates a contract call. Treats a `false` result as an error, because in ERC-20 it means that nothing was
 * transferred.
 */
async function tryContract(config: Config, { mayReturnNothing, ...asked }: ContractCall, from: From & At) {
  try {
    const { result } = await simulateContract(config, { ...asked, ...from });
    if (result === false) throw new RefusedCallError('tokenRefused');
  } catch (error) {
    const isNothing =
      error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionZeroDataError);
    if (!mayReturnNothing || !isNothing) throw error;
  }
}

/** Simulates a call without an ABI, so that no output or custom error can be decoded. */
async function tryEncoded(config: Config, asked: CoinTransfer | EncodedCall, from: From & At) {
  try {
    await call(config, { ...from, ...encodeCall(asked) });
  } catch (error) {
    const isReverted =
      error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError);
    const code = 'data' in asked && asked.data !== '0x' ? 'reverted' : 'recipientRefused';
    if (isReverted) throw new RefusedCallError(code, { cause: error });
    throw error;
  }
}

const tryAt = (config: Config, asked: AnyCall, from: From & At) =>
  'abi' in asked ? tryContract(config, asked, from) : tryEncoded(config, asked, from);

/**
 * Simulates a call on the pending block, because the latest block of an idle chain may be old. Falls back to the latest
 * block if the node has no pending one.
 * @throws the chain's error, or RefusedCallError if the token or recipient refuses the transfer.
 */
export async function tryCall(config: Config, asked: AnyCall, from: From): Promise<void> {
  try {
    await tryAt(config, asked, { ...from, blockTag: 'pending' });
  } catch (error) {
    if (chainErrorCode(error) !== 'unknown') throw error;
    await tryAt(config, asked, from);
  }
}

/** Switches the wallet to a chain (EIP-3326) if needed. @throws the wallet's error. */
export async function switchTo(config: Config, chainId: number): Promise<void> {
  if (getConnection(config).chainId !== chainId) await switchChain(config, { chainId });
}

/** Asks the wallet to sign and send a call. @throws the wallet's error. */
function signCall(config: Config, call: AnyCall, from: { chainId: number; account: Address }): Promise<Hash> {
  const { to, value, data } = encodeCall(call);
  return requestTransaction(config, { ...from, to, value, ...(data === '0x' ? {} : { data }) });
}

/**
 * Simulates a call, asks the wallet to sign and send it, and records it in the ledger, so that it is tracked even after
 * a reload.
 * @throws the chain's or wallet's error, or MaybeSentError if the transaction may have been sent.
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
    // An approval moves no funds, so it is safe to request again even if it was sent.
    if (intent.kind !== 'approve' && !isRefusal(error)) throw new MaybeSentError({ cause: error });
    if (attempt) endAttempt(attempt);
    throw error;
  }
}
