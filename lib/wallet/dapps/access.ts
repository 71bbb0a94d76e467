import { type Address, isAddress } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';

/** An account that a user lets a DApp see, while the user is signed in as `owner`. Stored on this device. */
export type DappAccess = {
  /** Origin of the DApp. */
  origin: string;
  owner: Address;
  /** `owner`, or another account that the wallet exposes. */
  account: Address;
  /** When the user allowed it, in ms since the epoch. */
  since: number;
  /** For a DApp that was connected by a link: what it calls itself, its origin as it says, and whether that was verified. */
  link?: { name: string; site: string; isVerified: boolean };
};

type AccessKey = Pick<DappAccess, 'origin' | 'owner'>;

const MOST = 200;

const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value;
const isAddressText = (value: unknown): value is Address => typeof value === 'string' && isAddress(value);

const isLink = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { name, site, isVerified } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof site === 'string' && typeof isVerified === 'boolean';
};

function isDappAccess(value: unknown): value is DappAccess {
  if (typeof value !== 'object' || value === null) return false;
  const { origin, owner, account, since, link } = value as Record<string, unknown>;
  return (
    isOrigin(origin) &&
    isAddressText(owner) &&
    isAddressText(account) &&
    Number.isSafeInteger(since) &&
    Number(since) >= 0 &&
    (link === undefined || isLink(link))
  );
}

const keyOf = ({ origin, owner }: AccessKey) => `${origin} ${owner}`;

const list = createStoredList('tidewell.dapp-access', isDappAccess, MOST, keyOf);
export const useDappAccess = list.useList;
export const watchDappAccess = list.watch;

/** Lets a DApp see an account, instead of the one that it saw before. */
export function allowAccess(access: Omit<DappAccess, 'since'>): void {
  list.change((known) => [
    ...known.filter((other) => keyOf(other) !== keyOf(access)),
    { ...access, since: Date.now() },
  ]);
}

/** Ends what a DApp may see. */
export function endAccess(access: AccessKey): void {
  list.change((known) => known.filter((other) => keyOf(other) !== keyOf(access)));
}

/** Returns the account that a DApp may see, if the wallet still exposes it (`exposed`). */
export function accessibleAccount(
  entries: readonly DappAccess[],
  { origin, owner, exposed }: AccessKey & { exposed: readonly Address[] },
): Address | null {
  const account = entries.find((one) => one.origin === origin && one.owner === owner)?.account;
  return account !== undefined && exposed.includes(account) ? account : null;
}
