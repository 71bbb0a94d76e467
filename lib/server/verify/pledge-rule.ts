import { parseEventLogs } from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import type { VerifyRule } from './rule';

/** A pledge for a term, of the amount that arrived. */
export const pledgeRule: VerifyRule = {
  kind: 'pledge',
  contractName: 'pledge_contract',
  readEvents: (logs) =>
    parseEventLogs({ abi: pledgeAbi, eventName: 'Pledged', logs }).map(
      ({ logIndex, args: { owner, token, amount } }) => ({ logIndex, owner, token, amount }),
    ),
};
