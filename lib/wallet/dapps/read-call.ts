import { BaseError, type EIP1193RequestFn, RpcRequestError } from 'viem';
import { DappError } from './protocol';

/** Read-only methods. All others are refused, because some nodes sign or change state for any caller. */
const readMethods: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'net_version',
]);

/** Maximum length of an RPC error sent to the DApp, including revert data. */
const ERROR_CHARACTERS = 1_000;

/**
 * Returns the RPC endpoint's own error message. Other errors contain the endpoint's URL, which may include a key.
 */
function rpcErrorText(error: unknown): string {
  const rpcError =
    error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null;
  if (!(rpcError instanceof RpcRequestError)) return 'The network cannot be reached';
  const { data } = rpcError;
  const revert = typeof data === 'string' && data !== '0x' ? ` (${data})` : '';
  return `${rpcError.details}${revert}`.slice(0, ERROR_CHARACTERS);
}

/**
 * Sends a DApp's read-only call to the chain's RPC endpoint.
 * @throws DappError if the call isn't read-only or fails.
 */
export async function readCall(
  request: EIP1193RequestFn,
  { call, params }: { call: string; params: readonly unknown[] },
): Promise<unknown> {
  // Accounts here always sign off-chain, whatever the DApp requests.
  if (call === 'safe_setSettings') return { offChainSigning: true };
  if (!readMethods.has(call)) throw new DappError(`${call} is not a read-only call`);
  try {
    return await request({ method: call, params } as Parameters<EIP1193RequestFn>[0]);
  } catch (error) {
    throw new DappError(rpcErrorText(error), { cause: error });
  }
}
