import {
  type Abi,
  type AbiEvent,
  type Address,
  erc20Abi,
  getAbiItem,
  isAddressEqual,
  type Log,
  numberToHex,
  parseAbi,
  parseEventLogs,
  zeroAddress,
  zeroHash,
} from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { permit2Abi } from '@/lib/wallet/approvals/permit2';
import type { RecoveryContract } from '@/lib/wallet/recovery/recovery-plan';
import { swapMatch } from '@/lib/wallet/swap/swap-logs';
import type { LedgerEntry } from './ledger-entry';
import { type CardKind, isCardKind, type TransactionKind } from './transaction-kinds';

const nftEvents = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
]);

/** The event by which each contract shows that a recovery address took over positions. */
const recovered: Record<RecoveryContract, { abi: Abi; name: string }> = {
  vault_contract: { abi: vaultAbi, name: 'BalanceRecovered' },
  staking_contract: { abi: stakingPoolAbi, name: 'StakeRecovered' },
  pledge_contract: { abi: pledgeAbi, name: 'PledgeRecovered' },
  presale_contract: { abi: presaleAbi, name: 'ContributionRecovered' },
  card_contract: { abi: cardAccountAbi, name: 'AccountRecovered' },
};

type Values = Readonly<Record<string, unknown>>;

/** The event by which a call's effect is recognized on chain. */
export type EffectEvent = {
  /** The contract that emits it. */
  address: Address;
  event: AbiEvent;
  /** Required values of its arguments. `exact` ones can differ in a transaction of the same kind: an amount, say. */
  args: Values;
  exact: Values;
};

type Effect = { abi: Abi; name: string; args: Values; exact?: Values; address?: Address };

/** Values of `CardStatus` in `ICards.sol`. */
export const cardStatus = { active: 1, frozen: 2, closed: 3 } as const;

/** Returns the effect of a card action. */
function cardEffect(kind: CardKind, { account: owner, token, card, amountRaw }: LedgerEntry): Effect {
  const abi: Abi = cardAccountAbi;
  const exact = { amount: BigInt(amountRaw) };
  const status = (next: number): Effect => ({ abi, name: 'StatusSet', args: { card, status: next } });
  switch (kind) {
    case 'topUpCard':
      return { abi, name: 'ToppedUp', args: { owner, token }, exact };
    case 'openCard':
      return { abi, name: 'CardOpened', args: { owner, token } };
    case 'setCardLimits':
      return { abi, name: 'LimitsSet', args: { card } };
    case 'freezeCard':
      return status(cardStatus.frozen);
    case 'unfreezeCard':
      return status(cardStatus.active);
    case 'closeCard':
      return status(cardStatus.closed);
    case 'requestCardWithdrawal':
      return { abi, name: 'WithdrawalRequested', args: { owner, token }, exact };
    case 'cancelCardWithdrawal':
      return { abi, name: 'WithdrawalCanceled', args: { owner, token } };
    case 'withdrawCard':
      return { abi, name: 'Withdrawn', args: { owner, token, to: owner, digest: zeroHash } };
    case 'withdrawCardNow':
      return { abi, name: 'Withdrawn', args: { owner, token, to: owner }, exact };
    case 'payCardOwed':
      return { abi, name: 'SettledFunded', args: { funder: owner, token }, exact };
    case 'releaseCardHold':
      return { abi, name: 'HoldExpired', args: { card } };
  }
}

/** Returns the effect of a kind of transaction, or null if no event shows it. */
function effectOf(entry: LedgerEntry): Effect | null {
  if (isCardKind(entry.kind)) return cardEffect(entry.kind, entry);
  return effectOfOther({ ...entry, kind: entry.kind });
}

function effectOfOther(entry: LedgerEntry & { kind: Exclude<TransactionKind, CardKind> }): Effect | null {
  const { kind, account: owner, recipient: to, spender, token, amountRaw, party } = entry;
  const amount = BigInt(amountRaw);
  switch (kind) {
    case 'approve':
    case 'revoke':
      // Permit2 keeps allowances of tokens, and reports them itself.
      if (token !== undefined && !isAddressEqual(token, entry.request.to))
        return {
          abi: permit2Abi,
          name: 'Approval',
          args: { owner, token, spender },
          exact: { amount },
        };
      return { abi: erc20Abi, name: 'Approval', args: { owner, spender }, exact: { value: amount } };
    case 'send':
      return token === undefined || token === NATIVE_TOKEN
        ? null
        : {
            abi: erc20Abi,
            name: 'Transfer',
            address: token,
            args: { from: owner, to },
            exact: { value: amount },
          };
    case 'transferNft': {
      const id = BigInt(entry.tokenId ?? 0);
      return entry.nft === undefined
        ? { abi: nftEvents, name: 'TransferSingle', args: { from: owner, to, id }, exact: { value: amount } }
        : { abi: nftEvents, name: 'Transfer', args: { from: owner, to, tokenId: id } };
    }
    case 'deposit':
      return {
        abi: vaultAbi,
        name: 'Deposited',
        args: { owner, ...(token && { token }) },
        exact: { amount },
      };
    case 'withdraw':
      return { abi: vaultAbi, name: 'Withdrawn', args: { owner, to }, exact: { amount } };
    case 'sendBalance':
      // A signed transfer has a digest, so it never counts as this call, even with the same amount.
      return {
        abi: vaultAbi,
        name: 'Transferred',
        args: { from: owner, token, to, digest: zeroHash },
        exact: { amount },
      };
    case 'cancelNonce': {
      const nonce = BigInt(entry.transferNonce ?? 0);
      if (entry.vault !== undefined) return { abi: vaultAbi, name: 'NonceCanceled', args: { owner, nonce } };
      const args = { authorizer: owner, nonce: numberToHex(nonce, { size: 32 }) };
      return { abi: erc20AuthorizationAbi, name: 'AuthorizationCanceled', args };
    }
    case 'stake':
      return { abi: stakingPoolAbi, name: 'Staked', args: { owner }, exact: { amount } };
    case 'unstake':
    case 'exit':
      return { abi: stakingPoolAbi, name: 'Unstaked', args: { owner }, exact: { amount } };
    case 'claim':
      return { abi: stakingPoolAbi, name: 'RewardClaimed', args: { owner } };
    case 'contribute':
      return { abi: presaleAbi, name: 'Contributed', args: { owner }, exact: { amount } };
    case 'claimVested':
      return { abi: presaleAbi, name: 'TokensClaimed', args: { owner } };
    case 'refund':
      return { abi: presaleAbi, name: 'Refunded', args: { owner } };
    case 'pledge':
      return { abi: pledgeAbi, name: 'Pledged', args: { owner }, exact: { amount } };
    case 'redeem':
    case 'exitEarly': {
      const name = kind === 'redeem' ? 'Redeemed' : 'ExitedEarly';
      return { abi: pledgeAbi, name, args: { owner, id: BigInt(entry.pledgeId ?? 0) } };
    }
    case 'setRecovery':
    case 'removeRecovery': {
      const args = { owner, recoveryAddress: kind === 'setRecovery' ? party : zeroAddress };
      return { abi: vaultAbi, name: 'RecoverySet', args, exact: { delay: entry.delay ?? 0 } };
    }
    case 'requestRecovery':
      return {
        abi: vaultAbi,
        name: 'RecoveryRequested',
        args: { owner: party, recoveryAddress: owner },
      };
    case 'vetoRecovery':
      return { abi: vaultAbi, name: 'RecoveryVetoed', args: { owner } };
    case 'recover': {
      const { abi, name } = recovered[entry.recovers ?? 'vault_contract'];
      return { abi, name, args: { owner: party, to: owner, ...(token && { token }) } };
    }
    case 'swap':
    case 'dapp':
      return null;
  }
}

/** Returns the event that shows an entry's effect, or null if its kind has none. */
export function effectEvent(entry: LedgerEntry): EffectEvent | null {
  const effect = effectOf(entry);
  if (!effect) return null;
  const { abi, name, args, exact = {}, address = entry.request.to } = effect;
  const event = getAbiItem({ abi, name });
  return event?.type === 'event' ? { address, event, args, exact } : null;
}

/** Returns the logs of an effect's event among some logs: any amounts, or the `exact` ones alone. */
export function logsOf(
  logs: Log[],
  { address, event, args, exact }: EffectEvent,
  isExact: boolean,
): (Log & { args: Values })[] {
  const all = { ...args, ...(isExact ? exact : {}) };
  const found = parseEventLogs({
    abi: [event],
    logs: logs.filter((log) => log.address.toLowerCase() === address.toLowerCase()),
  }) as (Log & { args: Values })[];
  return found.filter((log) =>
    Object.entries(all).every(([name, value]) => {
      const actual = log.args[name];
      return typeof value === 'string'
        ? String(actual).toLowerCase() === value.toLowerCase()
        : actual === value;
    }),
  );
}

/** How much of a request something is: all of it, another amount or way of it, or nothing of it. */
export type Match = 'exact' | 'similar' | 'none';

/** Returns how often logs show exactly an entry's effect. */
export function countEffects(logs: Log[], entry: LedgerEntry): number {
  if (entry.kind === 'swap') return swapMatch(logs, entry) === 'exact' ? 1 : 0;
  const event = effectEvent(entry);
  return event ? logsOf(logs, event, true).length : 0;
}

/** Returns how much of an entry's effect logs show, or null if no event shows its kind. */
export function effectMatch(logs: Log[], entry: LedgerEntry): Match | null {
  if (entry.kind === 'swap') return swapMatch(logs, entry);
  const event = effectEvent(entry);
  if (!event) return null;
  if (logsOf(logs, event, true).length > 0) return 'exact';
  return logsOf(logs, event, false).length > 0 ? 'similar' : 'none';
}
