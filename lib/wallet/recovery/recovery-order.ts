import type { Abi, Address } from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { RecoveryKind } from '@/lib/wallet/transactions/transaction-kinds';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { type RecoveryContract, recoveryAbi } from './recovery-plan';
import type { RecoveryPlace } from './use-recovery-plans';

/** What to move in a `recover` call: for a vault or card account, a token's balance, and for pledges, how many. */
export type RecoveredPart = { token?: Address; count?: bigint };

/** `delay` is in seconds. */
export type RecoveryOrder =
  | { kind: 'setRecovery'; recoveryAddress: Address; delay: number }
  | { kind: 'removeRecovery' | 'vetoRecovery' }
  | { kind: 'requestRecovery'; owner: Address }
  | { kind: 'recover'; owner: Address; part: RecoveredPart };

const abis: Record<RecoveryContract, Abi> = {
  vault_contract: vaultAbi,
  staking_contract: stakingPoolAbi,
  pledge_contract: pledgeAbi,
  presale_contract: presaleAbi,
  card_contract: cardAccountAbi,
};

function argsOf(order: RecoveryOrder): readonly unknown[] {
  switch (order.kind) {
    case 'setRecovery':
      return [order.recoveryAddress, order.delay];
    case 'requestRecovery':
      return [order.owner];
    case 'recover': {
      const { token, count } = order.part;
      return [order.owner, ...(token === undefined ? [] : [token]), ...(count === undefined ? [] : [count])];
    }
    default:
      return [];
  }
}

/** Returns the plan of a recovery transaction. `name` is what the user calls the contract. */
export function recoveryOrderPlan(
  { chainId, address, name: contract }: RecoveryPlace,
  name: string,
  order: RecoveryOrder,
): TransactionPlan {
  const kind: RecoveryKind = order.kind;
  return {
    chainId,
    intent: {
      ...{ kind, coinId: 0, amountRaw: '0', decimals: 0, symbol: name },
      ...(order.kind === 'setRecovery' ? { party: order.recoveryAddress, delay: order.delay } : {}),
      ...('owner' in order ? { party: order.owner } : {}),
      ...(order.kind === 'recover' ? { recovers: contract } : {}),
      ...(order.kind === 'recover' && order.part.token ? { token: order.part.token } : {}),
    },
    call: {
      address,
      abi: order.kind === 'recover' ? abis[contract] : recoveryAbi,
      functionName: kind,
      args: argsOf(order),
    },
  };
}
