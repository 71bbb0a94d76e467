import 'server-only';
import {
  type Address,
  type Client,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  numberToHex,
  parseAbi,
  parseSignature,
  type StateOverride,
  size,
  slice,
} from 'viem';
import { call } from 'viem/actions';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { answerOrNull } from '@/lib/evm/answer-or-null';
import { type ServerChain, withUntrustedReads } from '../chain/node';
import { findContract } from './listed-token';
import { EXPIRED, NONCE_USED, type SignedTransfer, simulationGas } from './route';

/** Multicall3, whose `aggregate3` changes state. Viem's ABI says that it's a view. */
const multicallAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
  'function getCurrentBlockTimestamp() view returns (uint256 timestamp)',
]);

type Call = { target: Address; allowFailure: boolean; callData: Hex };
type CallResult = { success: boolean; returnData: Hex };

/** Returns a nonce as ERC-3009 has it. */
export const nonceBytes = (nonce: bigint): Hex => numberToHex(nonce, { size: 32 });

/** Returns the first word that a call returned, or null if it failed or returned less. */
export const wordOf = (result: CallResult | undefined): bigint | null =>
  result?.success && size(result.returnData) >= 32 ? hexToBigInt(slice(result.returnData, 0, 32)) : null;

const encodeCalls = (calls: readonly Call[]): Hex =>
  encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] });

/**
 * Simulates calls in one transaction. Returns their results, or null if the transaction would revert.
 * @throws if the RPC request fails.
 */
export function simulateCalls(
  node: Client,
  multicall: Address,
  calls: readonly Call[],
  { stateOverride = [], gas }: { stateOverride?: StateOverride; gas?: bigint | undefined } = {},
): Promise<readonly CallResult[] | null> {
  return answerOrNull(
    call(node, { to: multicall, data: encodeCalls(calls), stateOverride, gas }).then(({ data = '0x' }) =>
      decodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', data }),
    ),
  );
}

/** Returns the address of a chain's Multicall3. @throws Error if the chain has none. */
export async function multicallOf({ id }: ServerChain): Promise<Address> {
  const multicall = await findContract(id, 'multicall');
  if (!multicall) throw new Error(`chain ${id} has no Multicall3`);
  return multicall;
}

/** Returns the call that executes a transfer. Only a key's signature of 65 bytes is possible. */
export function transferCall({ owner, to, token, amountRaw, nonce, deadline, signature }: SignedTransfer) {
  const { r, s, yParity } = parseSignature(signature);
  const args = [owner, to, amountRaw, 0n, BigInt(deadline), nonceBytes(nonce), 27 + yParity, r, s] as const;
  return {
    target: token,
    callData: encodeFunctionData({
      abi: erc20AuthorizationAbi,
      functionName: 'transferWithAuthorization',
      args,
    }),
  };
}

/**
 * Returns the calldata of Multicall3 that executes a batch. Unless it is strict, a transfer that fails changes no other.
 * Nodes estimate the least gas with which a transaction succeeds, so an estimate requires that every transfer does.
 */
export const encodeBatch = (batch: readonly SignedTransfer[], isStrict = false): Hex =>
  encodeCalls(batch.map((transfer) => ({ ...transferCall(transfer), allowFailure: !isStrict })));

export const stateCall = (token: Address, owner: Address, nonce: Hex): Call => ({
  target: token,
  allowFailure: true,
  callData: encodeFunctionData({
    abi: erc20AuthorizationAbi,
    functionName: 'authorizationState',
    args: [owner, nonce],
  }),
});

const balanceCall = (token: Address, account: Address): Call => ({
  target: token,
  allowFailure: true,
  callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
});

/** Returns a transfer with reads before and after it, because tokens refuse for the same reasons with different errors. */
function observedCalls(transfer: SignedTransfer): Call[] {
  const { token, owner, to, nonce } = transfer;
  return [
    stateCall(token, owner, nonceBytes(nonce)),
    balanceCall(token, owner),
    balanceCall(token, to),
    { ...transferCall(transfer), allowFailure: true },
    balanceCall(token, owner),
    balanceCall(token, to),
  ];
}
const OBSERVED = 6;

const TOKEN_REFUSED = 'TokenRefused';

/** Returns why a simulated transfer is refused, or null if exactly its amount would move. */
function refusalOf(
  { owner, to, token, amountRaw, deadline }: SignedTransfer,
  results: readonly CallResult[],
  timestamp: bigint,
): string | null {
  const [state, had, recipientHad, transfer, left, recipientHas] = results;
  const [before, after] = [wordOf(had), wordOf(left)];
  const [toBefore, toAfter] = [wordOf(recipientHad), wordOf(recipientHas)];
  if (isAddressEqual(to, owner) || isAddressEqual(to, token)) return 'InvalidRecipient';
  if (wordOf(state) === 1n) return NONCE_USED;
  if (timestamp >= BigInt(deadline)) return EXPIRED;
  if (before === null || after === null || toBefore === null || toAfter === null) return TOKEN_REFUSED;
  if (before < amountRaw) return 'InsufficientBalance';
  // A token can also fail without an error, and move nothing.
  if (!transfer?.success || before === after) return TOKEN_REFUSED;
  return before - after === amountRaw && toAfter - toBefore === amountRaw ? null : 'TokenFee';
}

/** Simulates a batch on the latest block. Returns the reason of each refusal, or null if it would be executed. */
export async function simulateBatch(
  chain: ServerChain,
  batch: readonly SignedTransfer[],
): Promise<(string | null)[]> {
  const multicall = await findContract(chain.id, 'multicall');
  if (!multicall) return batch.map(() => 'unsupported');
  const time: Call = {
    target: multicall,
    allowFailure: false,
    callData: encodeFunctionData({ abi: multicallAbi, functionName: 'getCurrentBlockTimestamp' }),
  };
  const calls = [time, ...batch.flatMap(observedCalls)];
  const results = await withUntrustedReads(chain, (node) =>
    simulateCalls(node, multicall, calls, { gas: simulationGas(batch) }),
  );
  const [now, ...observed] = results ?? [];
  const timestamp = wordOf(now);
  // A token can use up the call's gas, or return more than a node's answer may have.
  if (timestamp === null) return batch.map(() => TOKEN_REFUSED);
  return batch.map((transfer, index) =>
    refusalOf(transfer, observed.slice(index * OBSERVED, (index + 1) * OBSERVED), timestamp),
  );
}
