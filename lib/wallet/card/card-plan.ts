import type { Address, Hash, Hex } from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { cardStatus } from '@/lib/wallet/transactions/effect-events';
import type { TransactionIntent } from '@/lib/wallet/transactions/ledger-entry';
import type { CardKind } from '@/lib/wallet/transactions/transaction-kinds';
import type { ContractCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import type { CardPlace } from './use-card-funds';

/** Limits of a card: amounts in base units of its token, and the share of a hold that captures can exceed it by. */
export type CardLimits = {
  perDay: bigint;
  perMonth: bigint;
  offlinePerMonth: bigint;
  overCaptureBps: number;
};

/** What the operator signed for a withdrawal without a delay. `deadline` is in seconds since the epoch. */
type SignedWithdrawal = { nonce: bigint; deadline: bigint; signature: Hex };

/** An action of the user in the contract for cards. Amounts are in base units. */
export type CardOrder =
  | { kind: 'topUpCard' | 'requestCardWithdrawal' | 'withdrawCard' | 'payCardOwed'; amount: bigint }
  | { kind: 'withdrawCardNow'; amount: bigint; signed: SignedWithdrawal }
  | { kind: 'cancelCardWithdrawal' }
  | { kind: 'openCard'; limits: CardLimits }
  | { kind: 'setCardLimits'; card: number; limits: CardLimits }
  | { kind: 'freezeCard' | 'unfreezeCard' | 'closeCard'; card: number }
  | { kind: 'releaseCardHold'; card: number; holdId: Hash };

const statusOf = {
  freezeCard: cardStatus.frozen,
  unfreezeCard: cardStatus.active,
  closeCard: cardStatus.closed,
} as const;

/** Returns the function of the contract and its arguments. */
function callOf(order: CardOrder, token: Address, account: Address): [string, readonly unknown[]] {
  switch (order.kind) {
    case 'topUpCard':
      return ['topUp', [token, order.amount]];
    case 'requestCardWithdrawal':
      return ['requestWithdrawal', [token, order.amount]];
    case 'cancelCardWithdrawal':
      return ['cancelWithdrawal', [token]];
    case 'withdrawCard':
      return ['withdraw', [token, account]];
    case 'withdrawCardNow': {
      const { nonce, deadline, signature } = order.signed;
      return ['withdrawNow', [token, order.amount, account, nonce, deadline, signature]];
    }
    case 'payCardOwed':
      return ['fund', [token, order.amount]];
    case 'openCard':
      return ['openCard', [token, order.limits]];
    case 'setCardLimits':
      return ['setLimits', [order.card, order.limits]];
    case 'releaseCardHold':
      return ['releaseExpired', [[order.holdId]]];
    default:
      return ['setStatus', [order.card, statusOf[order.kind]]];
  }
}

/** Returns the plan of an action. Top-ups and payments spend the token, top-ups with a permit if it supports one. */
export function cardPlan(
  { chainId, address }: CardPlace,
  token: ListedToken,
  account: Address,
  order: CardOrder,
): TransactionPlan {
  const kind: CardKind = order.kind;
  const amount = 'amount' in order ? order.amount : 0n;
  const cardCall = (functionName: string, args: readonly unknown[]): ContractCall => ({
    address,
    abi: cardAccountAbi,
    functionName,
    args,
  });
  const intent: TransactionIntent = {
    ...{ kind, coinId: token.coinId, amountRaw: amount.toString() },
    ...{ decimals: token.decimals, symbol: token.symbol, token: token.address },
    ...('card' in order ? { card: order.card } : {}),
  };
  const plan: TransactionPlan = { chainId, intent, call: cardCall(...callOf(order, token.address, account)) };
  if (kind === 'payCardOwed') return { ...plan, spending: { token: token.address, amount } };
  if (kind !== 'topUpCard') return plan;
  return {
    ...plan,
    spending: {
      token: token.address,
      amount,
      permitted: ({ deadline, v, r, s }) =>
        cardCall('topUpWithPermit', [token.address, amount, deadline, v, r, s]),
    },
  };
}
