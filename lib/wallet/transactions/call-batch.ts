import { type Address, isAddress } from 'viem';

/** What is kept of calls that a wallet was asked to carry out as one (EIP-5792). */
export type CallBatch = {
  /** The wallet's name for them. */
  id: string;
  /** What the last of them calls, and a block before which it cannot be (a decimal string): they find it on chain. */
  contract: Address;
  fromBlock: string;
};

/** Whether something read from storage is one. */
export function isCallBatch(value: unknown): value is CallBatch {
  if (typeof value !== 'object' || value === null) return false;
  const { id, contract, fromBlock } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof contract === 'string' &&
    isAddress(contract) &&
    typeof fromBlock === 'string' &&
    /^\d{1,20}$/.test(fromBlock)
  );
}
