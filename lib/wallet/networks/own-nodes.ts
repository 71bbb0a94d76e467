import { readNodeUrl } from '@/lib/evm/node-url';
import { createStoredList } from '@/lib/preferences/stored-list';

/** The user's own RPC endpoint of a chain. */
type OwnNode = { chainId: number; url: string };

/** More networks than any site lists. */
const MAX_NODES = 100;

function isOwnNode(value: unknown): value is OwnNode {
  if (typeof value !== 'object' || value === null) return false;
  const { chainId, url } = value as Record<string, unknown>;
  // Whether the site still allows the address is for the page's policy to enforce.
  return Number.isSafeInteger(chainId) && typeof url === 'string' && 'url' in readNodeUrl(url);
}

const list = createStoredList('tidewell.ownNodes', isOwnNode, MAX_NODES, ({ chainId }) => String(chainId));

/** Follows the choices of other tabs. Returns the cleanup function. */
export const watchOwnNodes = list.watch;

const find = (entries: readonly OwnNode[], wanted: number): string | null =>
  entries.find(({ chainId }) => chainId === wanted)?.url ?? null;

/** Returns the address of the user's own node of a chain, or null if the site's nodes are used. */
export const ownNodeUrl = (chainId: number): string | null => find(list.useList.getState().entries, chainId);

/** React hook that returns the address of the user's own node of a chain, or null if the site's nodes are used. */
export const useOwnNodeUrl = (chainId: number | null): string | null =>
  list.useList(({ entries }) => (chainId === null ? null : find(entries, chainId)));

/** React hook that returns the user's own nodes. */
export const useOwnNodes = (): readonly OwnNode[] => list.useList(({ entries }) => entries);

/** Stores the own node of a chain on this device, or removes it. Returns whether the change was stored. */
export const storeOwnNode = (chainId: number, url: string | null): boolean =>
  list.change((entries) => [
    ...entries.filter((entry) => entry.chainId !== chainId),
    ...(url === null ? [] : [{ chainId, url }]),
  ]);
