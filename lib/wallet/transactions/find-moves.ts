import type { Hash } from 'viem';
import type { Config } from 'wagmi';
import { getContractEvents } from 'wagmi/actions';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { findSwaps } from '@/lib/wallet/swap/find-swaps';
import type { Asked } from './attempts';
import { findPayments } from './find-payments';

/** The amounts the contract says it took in from an account, or sent on its word, and in which transactions. */
async function readMoves(config: Config, { kind, chainId, contract, account, recipient, fromBlock }: Asked) {
  const log = { chainId, address: contract, fromBlock: BigInt(fromBlock) };
  const args = { owner: account };
  switch (kind) {
    case 'contribute':
      return getContractEvents(config, { ...log, abi: presaleAbi, eventName: 'Contributed', args });
    case 'pledge':
      return getContractEvents(config, { ...log, abi: pledgeAbi, eventName: 'Pledged', args });
    case 'stake':
      return getContractEvents(config, { ...log, abi: stakingPoolAbi, eventName: 'Staked', args });
    case 'unstake':
      return getContractEvents(config, { ...log, abi: stakingPoolAbi, eventName: 'Unstaked', args });
    case 'deposit':
      return getContractEvents(config, { ...log, abi: vaultAbi, eventName: 'Deposited', args });
    case 'withdraw':
      return getContractEvents(config, {
        ...log,
        abi: vaultAbi,
        eventName: 'Withdrawn',
        args: { ...args, to: recipient },
      });
    default:
      return [];
  }
}

/** The transactions that did what was asked, as the chain tells. @throws where it does not answer. */
export async function findMoves(config: Config, asked: Asked): Promise<Hash[]> {
  if (asked.kind === 'swap') return findSwaps(config, asked);
  if (asked.kind === 'send') return findPayments(config, asked);
  const moves = await readMoves(config, asked);
  return moves
    .filter(({ args }) => args.amount === BigInt(asked.amountRaw))
    .map(({ transactionHash }) => transactionHash);
}
