import { create } from 'zustand';
import { isDemoWallet } from '@/components/wallet/connect/announce-demo-wallet';
import { type BrowserWallet, isProvider, LEGACY_ID } from './browser-wallet';
import { readAnnouncement } from './read-announcement';

/**
 * Flags that identify the wallet behind a legacy provider, in the order they are checked. `isMetaMask` is last, because
 * nearly every wallet sets it.
 */
const nameByFlag = {
  isRabby: 'Rabby Wallet',
  isBraveWallet: 'Brave Wallet',
  isCoinbaseWallet: 'Coinbase Wallet',
  isTrust: 'Trust Wallet',
  isTrustWallet: 'Trust Wallet',
  isOkxWallet: 'OKX Wallet',
  isOKExWallet: 'OKX Wallet',
  isRainbow: 'Rainbow',
  isPhantom: 'Phantom',
  isImToken: 'imToken',
  isTokenPocket: 'TokenPocket',
  isBitKeep: 'Bitget Wallet',
  isZerion: 'Zerion',
  isMetaMask: 'MetaMask',
} as const;

const MAX_PROVIDERS = 8;

/** Returns the result of `read`, or null if a getter of the wallet object throws. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function findFlag(provider: object): keyof typeof nameByFlag | undefined {
  const flags = provider as Readonly<Record<string, unknown>>;
  return (Object.keys(nameByFlag) as (keyof typeof nameByFlag)[]).find(
    (flag) => orNull(() => flags[flag]) === true,
  );
}

/**
 * Returns the legacy wallets. If `window.ethereum.providers` has several valid providers, each is named after its `is…`
 * flag. Otherwise, the only provider (usually `window.ethereum` itself) has no name. Any script may have set
 * `window.ethereum`. Never throws.
 */
function readLegacyWallets(): readonly BrowserWallet[] {
  const ethereum = orNull(() => (window as { ethereum?: unknown }).ethereum);
  if (orNull(() => isProvider(ethereum)) !== true) return [];
  const listed = orNull(() => {
    const { providers } = ethereum as { providers?: unknown };
    return Array.isArray(providers) ? [...new Set<unknown>(providers.slice(0, MAX_PROVIDERS))] : [];
  });
  const several = (listed ?? []).filter((provider) => orNull(() => isProvider(provider)) === true);
  const wallet = (provider: unknown, flag?: keyof typeof nameByFlag) =>
    Object.freeze({
      id: flag ? `${LEGACY_ID}.${flag}` : LEGACY_ID,
      name: flag ? nameByFlag[flag] : null,
      rdns: null,
      icon: null,
      provider: provider as BrowserWallet['provider'],
    });
  return several.length > 1
    ? several.map((provider) => wallet(provider, findFlag(provider as object)))
    : [wallet(several[0] ?? ethereum)];
}

/**
 * How long to wait for wallet announcements before offering `window.ethereum`. wagmi's `injected` uses the same delay.
 */
const LEGACY_WAIT_MS = 1_000;
/** Maximum number of announced wallets. Limited, because a script can announce any number of them. */
const MAX_WALLETS = 24;

type BrowserWallets = {
  announced: readonly BrowserWallet[];
  legacy: readonly BrowserWallet[];
  /** True while `window.ethereum` exists but is not offered yet, because wallets may still announce themselves. */
  isWaiting: boolean;
};

/**
 * The browser's wallets. No other code (not even wagmi) listens for `eip6963:announceProvider`, so that the site uses
 * only validated copies of announcements.
 */
export const useBrowserWallets = create<BrowserWallets>(() => ({
  announced: [],
  legacy: [],
  isWaiting: readLegacyWallets().length > 0,
}));

const { getState, setState } = useBrowserWallets;

/**
 * Adds an announced wallet unless its provider is already listed. Wallets are not compared by UUID, because some use a
 * new UUID each time, and any wallet can copy another wallet's UUID.
 */
function addAnnounced(event: Event): void {
  if (getState().announced.length >= MAX_WALLETS) return;
  const wallet = readAnnouncement(event);
  if (!wallet || getState().announced.some(({ provider }) => provider === wallet.provider)) return;
  setState(({ announced }) => ({ announced: [...announced, wallet] }));
}

/** Asks wallets to announce themselves. Wallets that come later do so unasked (EIP-6963). */
function requestAnnouncements(): void {
  window.dispatchEvent(new Event('eip6963:requestProvider'));
}

function addLegacy(): void {
  const { legacy } = getState();
  const known = (wallet: BrowserWallet) =>
    legacy.find(({ provider }) => provider === wallet.provider) ?? wallet;
  setState({ legacy: readLegacyWallets().map(known), isWaiting: false });
}

window.addEventListener('eip6963:announceProvider', addAnnounced);
requestAnnouncements();

/** Resolves when the wait for wallet announcements is over. */
export const legacyWait = new Promise<void>((resolve) => {
  setTimeout(() => {
    addLegacy();
    // MetaMask dispatches this event if it injects its provider late.
    window.addEventListener('ethereum#initialized', addLegacy);
    resolve();
  }, LEGACY_WAIT_MS);
});

/** Looks again for wallets, such as one that was injected at `window.ethereum` without an event. */
export function findBrowserWallets(): void {
  requestAnnouncements();
  if (!getState().isWaiting) addLegacy();
}

/**
 * Returns the wallets to offer: the demo wallet, followed by all other announced wallets. If no other wallet was
 * announced, the demo wallet is followed by the legacy wallets.
 */
export function offeredWallets({ announced, legacy }: BrowserWallets): readonly BrowserWallet[] {
  const demo = announced.filter(({ id }) => isDemoWallet(id));
  const others = announced.filter((wallet) => !demo.includes(wallet));
  return [...demo, ...(others.length > 0 ? others : legacy)];
}
