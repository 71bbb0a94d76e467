import { parseEventLogs } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { VerifyRule } from './rule';

/** A deposit into the vault, of the amount that the vault received. */
export const depositRule: VerifyRule = {
  kind: 'deposit',
  contractName: 'vault_contract',
  readEvents: (logs) =>
    parseEventLogs({ abi: vaultAbi, eventName: 'Deposited', logs }).map(({ logIndex, args }) => ({
      logIndex,
      ...args,
    })),
};
