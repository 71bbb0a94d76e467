import { type Address, BaseError, ContractFunctionZeroDataError, ExecutionRevertedError } from 'viem';
import type { Config } from 'wagmi';
import { call, simulateContract } from 'wagmi/actions';
import { chainErrorCode, RefusedCallError } from '@/lib/evm/errors';
import type { AnyCall, CoinTransfer, ContractCall } from './transaction-plan';

type From = { chainId: number; account: Address };
type At = { blockTag?: 'pending' };

/** By EIP-20, a transfer that gives false back has moved nothing. */
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

async function tryTransfer(config: Config, { address, value }: CoinTransfer, from: From & At) {
  try {
    await call(config, { ...from, to: address, value });
  } catch (error) {
    const isReverted =
      error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError);
    if (isReverted) throw new RefusedCallError('recipientRefused', { cause: error });
    throw error;
  }
}

const tryAt = (config: Config, asked: AnyCall, from: From & At) =>
  'abi' in asked ? tryContract(config, asked, from) : tryTransfer(config, asked, from);

/**
 * Tries a call at the block to come, where what time brings has come: while nobody sends anything, the last block of some
 * chains grows old. A node that knows no such block is asked about the last one.
 * @throws what the chain says; RefusedCallError where it would do nothing without saying so.
 */
export async function tryCall(config: Config, asked: AnyCall, from: From): Promise<void> {
  try {
    await tryAt(config, asked, { ...from, blockTag: 'pending' });
  } catch (error) {
    if (chainErrorCode(error) !== 'unknown') throw error;
    await tryAt(config, asked, from);
  }
}
