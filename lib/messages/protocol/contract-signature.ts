import {
  type Address,
  BaseError,
  type Client,
  createClient,
  custom,
  type EIP1193RequestFn,
  type Hex,
  HttpRequestError,
} from 'viem';
import { verifyHash } from 'viem/actions';
import type { Config } from 'wagmi';
import type { VerifyContractSignature } from './device-binding';

/** JSON-RPC error code of a call that reverted. */
const REVERTED = 3;
/** Error messages of RPC nodes for a call that failed in the EVM. No common error code exists for it. */
const EVM_FAILURES =
  /revert|out of gas|gas required exceeds|invalid (opcode|jump)|stack (over|under)flow|VM Exception/i;

/** Returns whether a failed call was executed, which means that the contract rejected the signature. */
function isExecuted(error: unknown): boolean {
  if (!(error instanceof BaseError) || error.walk((cause) => cause instanceof HttpRequestError)) return false;
  const reverted = error.walk(
    (cause) => cause instanceof Error && 'code' in cause && cause.code === REVERTED,
  );
  return reverted !== null || EVM_FAILURES.test(error.details);
}

/**
 * Verifies the signature of a contract account (EIP-1271, EIP-6492).
 * @throws the RPC error if the endpoint didn't execute the call, for example because it is unreachable or rate-limited.
 */
export async function verifyOnChain(
  client: Pick<Client, 'chain'> & { request: EIP1193RequestFn },
  { account, hash, signature }: { account: Address; hash: Hex; signature: Hex },
): Promise<boolean> {
  // viem also returns false if the request itself fails, so the error is captured here.
  let failure: unknown = null;
  const request = async (...parameters: Parameters<EIP1193RequestFn>) => {
    try {
      return await client.request(...parameters);
    } catch (error) {
      if (!isExecuted(error)) failure ??= error;
      throw error;
    }
  };
  const watched = createClient({
    chain: client.chain,
    transport: custom({ request }, { retryCount: 0 }),
    // Disabled so that a contract account can't trigger requests to arbitrary URLs (ERC-3668).
    ccipRead: false,
  });
  if (await verifyHash(watched, { address: account, hash, signature })) return true;
  if (failure !== null) throw failure;
  return false;
}

/** Returns a function that verifies signatures on the listed chains. On any other chain, no signature is valid. */
export const verifierOn =
  (config: Pick<Config, 'chains' | 'getClient'>): VerifyContractSignature =>
  async (chainId, request) =>
    config.chains.some(({ id }) => id === chainId) && verifyOnChain(config.getClient({ chainId }), request);
