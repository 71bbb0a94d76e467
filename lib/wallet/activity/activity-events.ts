import { type Log, parseAbi } from 'viem';
import { recoveryContracts } from '@/lib/wallet/recovery/recovery-plan';

export type MinedLog = Log<bigint, number, false>;

export const transferEvents = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

export const approvalEvents = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
]);

/**
 * Events from the platform's contracts and from the wrapped native token. Their first indexed argument is the account. A
 * transfer between vault balances also has one that receives.
 */
export const accountEvents = parseAbi([
  'event Deposited(address indexed owner, address indexed token, uint256 amount)',
  'event Withdrawn(address indexed owner, address indexed token, address indexed to, uint256 amount, uint256 fee)',
  'event Transferred(address indexed owner, address indexed token, address indexed to, uint256 amount, bytes32 digest)',
  'event Staked(address indexed owner, address indexed token, uint256 amount)',
  'event Unstaked(address indexed owner, address indexed token, address indexed to, uint256 amount)',
  'event RewardClaimed(address indexed owner, address indexed token, address indexed to, uint256 amount)',
  'event Contributed(address indexed owner, address indexed token, uint256 amount, uint256 tokens)',
  'event TokensClaimed(address indexed owner, address indexed token, address indexed to, uint256 amount)',
  'event Refunded(address indexed owner, address indexed token, address indexed to, uint256 amount)',
  'event Pledged(address indexed owner, address indexed token, uint256 indexed id, uint256 termId, uint256 amount, uint256 interest, uint256 penalty, uint64 maturesAt)',
  'event Redeemed(address indexed owner, address indexed token, uint256 indexed id, address to, uint256 amount, uint256 interest)',
  'event ExitedEarly(address indexed owner, address indexed token, uint256 indexed id, address to, uint256 amount, uint256 penalty)',
  'event RecoverySet(address indexed owner, address indexed recoveryAddress, uint32 delay)',
  'event RecoveryRequested(address indexed owner, address indexed recoveryAddress, uint64 readyAt)',
  'event RecoveryVetoed(address indexed owner, address indexed recoveryAddress)',
  'event BalanceRecovered(address indexed owner, address indexed token, address indexed to, uint256 amount)',
  'event StakeRecovered(address indexed owner, address indexed to, uint256 amount, uint256 rewards)',
  'event PledgeRecovered(address indexed owner, address indexed to, uint256 indexed id)',
  'event ContributionRecovered(address indexed owner, address indexed to, uint256 amount, uint256 claimed)',
  'event AccountRecovered(address indexed owner, address indexed token, address indexed to, uint256 amount)',
  'event ToppedUp(address indexed owner, address indexed token, uint256 amount)',
  'event Withdrawn(address indexed owner, address indexed token, address indexed to, uint256 amount, uint256 leaving, bytes32 digest)',
  'event WithdrawalRequested(address indexed owner, address indexed token, uint256 amount, uint256 readyAt)',
  'event WithdrawalCanceled(address indexed owner, address indexed token)',
  'event SettledFunded(address indexed owner, address indexed token, uint256 amount)',
  'event Deposit(address indexed owner, uint256 amount)',
  'event Withdrawal(address indexed owner, uint256 amount)',
]);

/** The event that names a card's owner, who is its second indexed argument. */
export const openedEvents = parseAbi([
  'event CardOpened(uint32 indexed card, address indexed owner, address indexed token)',
]);

/** Events of cards, which don't name the owner. Purchases aren't among them: the card page lists them. */
export const cardEvents = parseAbi([
  'event LimitsSet(uint32 indexed card, (uint96 perDay, uint96 perMonth, uint96 offlinePerMonth, uint16 overCaptureBps) limits)',
  'event StatusSet(uint32 indexed card, uint8 status)',
  'event HoldExpired(bytes32 indexed id, uint32 indexed card, uint256 amount)',
]);

export const allEvents = [...accountEvents, ...openedEvents, ...cardEvents] as const;

export type AccountEventName = (typeof allEvents)[number]['name'];

/**
 * The contracts that each event must come from: listed names of platform contracts, or the wrapped native token. Events
 * from other contracts are ignored, because any contract can emit them.
 */
export const loggedBy: Readonly<Record<AccountEventName, readonly string[]>> = {
  Deposited: ['vault_contract'],
  // Two events with different arguments.
  Withdrawn: ['vault_contract', 'card_contract'],
  Transferred: ['vault_contract'],
  Staked: ['staking_contract'],
  Unstaked: ['staking_contract'],
  RewardClaimed: ['staking_contract'],
  Contributed: ['presale_contract'],
  TokensClaimed: ['presale_contract'],
  Refunded: ['presale_contract'],
  Pledged: ['pledge_contract'],
  Redeemed: ['pledge_contract'],
  ExitedEarly: ['pledge_contract'],
  RecoverySet: recoveryContracts,
  RecoveryRequested: recoveryContracts,
  RecoveryVetoed: recoveryContracts,
  BalanceRecovered: ['vault_contract'],
  StakeRecovered: ['staking_contract'],
  PledgeRecovered: ['pledge_contract'],
  ContributionRecovered: ['presale_contract'],
  AccountRecovered: ['card_contract'],
  ToppedUp: ['card_contract'],
  WithdrawalRequested: ['card_contract'],
  WithdrawalCanceled: ['card_contract'],
  SettledFunded: ['card_contract'],
  CardOpened: ['card_contract'],
  LimitsSet: ['card_contract'],
  StatusSet: ['card_contract'],
  HoldExpired: ['card_contract'],
  Deposit: ['wrapped'],
  Withdrawal: ['wrapped'],
};
