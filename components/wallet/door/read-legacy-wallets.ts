import { type BrowserWallet, isProvider, LEGACY_ID } from './browser-wallet';

/** Flags by which legacy providers say which wallet they are. Nearly every wallet sets the last one as well. */
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

const MOST_PROVIDERS = 8;

/** Returns what `read` returns, or null if a getter of the wallet throws. */
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
 * Returns the wallets behind `window.ethereum`, which any script may have set: each provider of its `providers` array,
 * named by its `is…` flag, or `window.ethereum` itself without a name. Never throws.
 */
export function readLegacyWallets(): readonly BrowserWallet[] {
  const ethereum = orNull(() => (window as { ethereum?: unknown }).ethereum);
  if (orNull(() => isProvider(ethereum)) !== true) return [];
  const listed = orNull(() => {
    const { providers } = ethereum as { providers?: unknown };
    return Array.isArray(providers) ? [...new Set<unknown>(providers.slice(0, MOST_PROVIDERS))] : [];
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
