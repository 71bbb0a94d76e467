import {
  type Address,
  BaseError,
  ContractFunctionZeroDataError,
  ExecutionRevertedError,
  type Hash,
  keccak256,
  size,
} from 'viem';
import type { Config } from 'wagmi';
import { call, getBlockNumber, getTransactionCount, simulateContract } from 'wagmi/actions';
import { chainErrorCode, RefusedCallError } from '@/lib/evm/errors';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import { askToSend, prepareWallet, recordAnswer, type Sender } from './ask-wallet';
import { beginUnlessSent, checkSentBefore } from './earlier-entries';
import type { WalletRequest } from './ledger-entry';
import { callHash, selectorOf, unlessRefused } from './read-transactions';
import {
  type AnyCall,
  type CoinTransfer,
  type ContractCall,
  type EncodedCall,
  encodeCall,
  type OrderRun,
  type TransactionPlan,
} from './transaction-plan';

type At = { blockTag?: 'pending' };

/**
 * Simulates a contract call. Treats a `false` result as an error, because in ERC-20 it means that nothing was
 * transferred.
 */
async function tryContract(config: Config, { mayReturnNothing, ...asked }: ContractCall, from: Sender & At) {
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
async function tryEncoded(config: Config, asked: CoinTransfer | EncodedCall, from: Sender & At) {
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

const tryAt = (config: Config, asked: AnyCall, from: Sender & At) =>
  'abi' in asked ? tryContract(config, asked, from) : tryEncoded(config, asked, from);

/**
 * Simulates a call on the pending block, because the latest block of an idle chain may be old. Falls back to the latest
 * block if the node has no pending one.
 * @throws the chain's error, or RefusedCallError if the token or recipient refuses the transfer.
 */
export async function tryCall(config: Config, asked: AnyCall, from: Sender): Promise<void> {
  try {
    await tryAt(config, asked, { ...from, blockTag: 'pending' });
  } catch (error) {
    if (chainErrorCode(error) !== 'unknown') throw error;
    await tryAt(config, asked, from);
  }
}

/** Returns what a wallet will be asked to send, and the state of the chain before. @throws if the RPC request fails. */
export async function readRequest(
  config: Config,
  call: AnyCall,
  { chainId, account }: Sender,
): Promise<WalletRequest> {
  const { to, value, data } = encodeCall(call);
  const block = await getBlockNumber(config, { chainId, cacheTime: 0 });
  const at = { chainId, address: account };
  const [fromNonce, pending] = await Promise.all([
    // At the same block, because another node may answer.
    getTransactionCount(config, { ...at, blockNumber: block }),
    unlessRefused(getTransactionCount(config, { ...at, blockTag: 'pending' }), 0),
  ]);
  return {
    to,
    call: callHash({ to, value, input: data }),
    dataSize: size(data),
    selector: selectorOf(data),
    parts: { value: `${value}`, dataHash: keccak256(data) },
    fromBlock: `${block}`,
    fromNonce,
    nextNonce: Math.max(fromNonce, pending),
  };
}

/** The ledger ID of what was sent, and the hash that the wallet returned. */
export type SentCall = { id: Hash; hash: Hash };

/**
 * Simulates a call, records it in the ledger, and asks the wallet to sign and send it. Nothing is asked after the order
 * has ended (`signal`).
 * @throws the chain's or wallet's error, SentBeforeError, or MaybeSentError if the transaction may have been sent.
 */
export async function sendCall(
  config: Config,
  { account, chainId, call, intent }: Omit<TransactionPlan<AnyCall>, 'spending'> & { account: Address },
  run: OrderRun,
): Promise<SentCall> {
  const { signal, named, onStep } = run;
  await switchWalletChain(config, chainId, signal);
  const from = { chainId, account };
  const request = await readRequest(config, call, from);
  const entry = { ...intent, ...from, request };
  // Checked first, because a call that was sent can fail in a simulation.
  await checkSentBefore(config, entry, named);
  await tryCall(config, call, from);
  const wallet = await prepareWallet(config, from, signal);
  onStep(intent.kind === 'approve' ? 'approve' : 'signing');
  const id = beginUnlessSent(entry, run);
  const { to, value, data } = encodeCall(call);
  const hash = await recordAnswer(
    id,
    'call',
    askToSend(wallet, { to, value, ...(data === '0x' ? {} : { data }) }),
  );
  return { id, hash };
}
