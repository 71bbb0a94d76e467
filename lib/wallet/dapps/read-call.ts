import { BaseError, type EIP1193RequestFn, RpcRequestError } from 'viem';
import { DappError, errorCode } from './protocol';

/** Read-only methods. All others are refused, because some nodes sign or change state for any caller. */
export const readMethods: ReadonlySet<string> = new Set([
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
/** Maximum length of a revert's data, from which the DApp decodes a contract's own error. */
const DATA_CHARACTERS = 16 * 1024;

/** Codes of nodes that say something about the call. Any other number is an internal error to the DApp. */
const isCode = (code: unknown): code is number => Number.isSafeInteger(code);

/**
 * Returns the RPC endpoint's own error, with a revert's data. Other errors contain the endpoint's URL, which may include a
 * key.
 */
function rpcError(error: unknown): DappError {
  const cause = error instanceof BaseError ? error.walk((inner) => inner instanceof RpcRequestError) : null;
  if (!(cause instanceof RpcRequestError))
    return new DappError('The network cannot be reached', {
      code: errorCode.chainDisconnected,
      cause: error,
    });
  const { data, code, details } = cause;
  const hasData = typeof data === 'string' && data !== '0x';
  const message = `${details}${hasData ? ` (${data})` : ''}`.slice(0, ERROR_CHARACTERS);
  return new DappError(message, {
    code: isCode(code) ? code : errorCode.internal,
    ...(hasData ? { data: data.slice(0, DATA_CHARACTERS) } : {}),
    cause: error,
  });
}

/**
 * Sends a DApp's read-only call to the chain's RPC endpoint.
 * @throws DappError if the call isn't read-only or fails.
 */
export async function readCall(
  request: EIP1193RequestFn,
  { call, params }: { call: string; params: readonly unknown[] },
): Promise<unknown> {
  if (!readMethods.has(call))
    throw new DappError(`${call} is not a read-only call`, { code: errorCode.unsupported });
  try {
    return await request({ method: call, params } as Parameters<EIP1193RequestFn>[0]);
  } catch (error) {
    throw rpcError(error);
  }
}
