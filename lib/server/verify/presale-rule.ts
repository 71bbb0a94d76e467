import { parseEventLogs } from 'viem';
import { presaleAbi } from '@/lib/evm/abi/presale';
import type { VerifyRule } from './rule';

/** A payment into the presale, of the amount that it received. */
export const presaleRule: VerifyRule = {
  kind: 'presale',
  contractName: 'presale_contract',
  readEvents: (logs) =>
    parseEventLogs({ abi: presaleAbi, eventName: 'Contributed', logs }).map(
      ({ logIndex, args: { owner, token, amount } }) => ({ logIndex, owner, token, amount }),
    ),
};
