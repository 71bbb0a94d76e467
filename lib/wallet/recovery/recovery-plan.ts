import { type Abi, type Address, isAddress, parseAbi, zeroAddress } from 'viem';

/** Listed names of the contracts in which an owner can name a recovery address, in display order. */
export const recoveryContracts = [
  'vault_contract',
  'staking_contract',
  'pledge_contract',
  'presale_contract',
  'card_contract',
] as const;
export type RecoveryContract = (typeof recoveryContracts)[number];

/** The functions of `IRecovery.sol` with the errors that they revert with. */
export const recoveryAbi: Abi = parseAbi([
  'struct RecoveryPlan { address recoveryAddress; uint32 delay; uint64 readyAt; }',
  'function recoveryOf(address owner) view returns (RecoveryPlan)',
  'function setRecovery(address recoveryAddress, uint32 delay)',
  'function removeRecovery()',
  'function requestRecovery(address owner)',
  'function vetoRecovery()',
  'error InvalidRecoveryAddress(address recoveryAddress)',
  'error InvalidRecoveryDelay(uint32 delay)',
  'error NotRecoveryAddress(address owner, address caller)',
  'error RecoveryAlreadyRequested(uint64 readyAt)',
  'error NoRecoveryRequest(address owner)',
  'error RecoveryNotReady(uint64 readyAt)',
]);

export const DAY_S = 24 * 60 * 60;
/** Shortest and longest delay, and the one to suggest, in days. The first two are constants of the contract. */
export const DELAY_DAYS = { min: 1, max: 365, suggested: 30 } as const;

/** The recovery address that an owner named in a contract. */
export type RecoveryPlan = {
  recoveryAddress: Address;
  /** Seconds from a request until positions can be moved. */
  delay: number;
  /** Time from which positions can be moved, in seconds since the epoch. Null if that wasn't requested. */
  readyAt: bigint | null;
};

/** Latest time that a date can show, in seconds since the epoch (ECMA-262, time values). */
const LAST_TIME_S = 8_640_000_000_000n;

/**
 * Returns the plan in a contract's answer, null if there is none, or undefined if it isn't an answer of `recoveryOf`, as of a
 * contract that doesn't have it.
 */
export function readPlan(answer: unknown): RecoveryPlan | null | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { recoveryAddress, delay, readyAt } = answer as Record<string, unknown>;
  if (typeof recoveryAddress !== 'string' || !isAddress(recoveryAddress)) return undefined;
  if (typeof delay !== 'number' || typeof readyAt !== 'bigint') return undefined;
  if (recoveryAddress === zeroAddress) return delay === 0 && readyAt === 0n ? null : undefined;
  const isPossible =
    delay >= DELAY_DAYS.min * DAY_S && delay <= DELAY_DAYS.max * DAY_S && readyAt <= LAST_TIME_S;
  return isPossible ? { recoveryAddress, delay, readyAt: readyAt === 0n ? null : readyAt } : undefined;
}
