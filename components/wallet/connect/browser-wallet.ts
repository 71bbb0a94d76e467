import type { EIP1193Provider } from 'viem';
import { lookAlikeSymbol } from '@/lib/evm/token-text';

/** A validated browser wallet. Every field except the provider is a copy, which the wallet cannot change. */
export type BrowserWallet = Readonly<{
  /** ID of the wallet's wagmi connector, stable across reloads: the rdns, or a string that starts with LEGACY_ID. */
  id: string;
  /** Name of the wallet, or null for a legacy provider that does not identify its wallet. */
  name: string | null;
  /** Reverse domain name (EIP-6963), or null for a legacy provider. */
  rdns: string | null;
  /** Data URI of an icon that is safe to display as an image, or null if there is none. */
  icon: string | null;
  provider: EIP1193Provider;
}>;

/** Connector ID of a legacy provider. Named providers add a suffix. */
export const LEGACY_ID = 'injected';

/**
 * Returns whether a value has a `request` method (EIP-1193). Rejects thenables: wagmi awaits providers one by one, so a
 * thenable that never settles would block the reconnection of all other wallets.
 * @throws if a getter of the value throws.
 */
export const isProvider = (value: unknown): value is EIP1193Provider =>
  (typeof value === 'object' || typeof value === 'function') &&
  value !== null &&
  'request' in value &&
  typeof value.request === 'function' &&
  !('then' in value && typeof value.then === 'function');

type LabeledWallet = {
  wallet: BrowserWallet;
  name: string;
  icon: string | null;
  /** Shown below the name to distinguish the wallet from a look-alike. */
  note: string | undefined;
};

const isAlike = (name: string, other: string) => name === other || lookAlikeSymbol(name, [other]) !== null;

/** Returns the text at an index, with a number appended if the same text appears earlier in the list. */
function numbered(texts: readonly (string | null)[], index: number): string {
  const text = texts[index] ?? '';
  const before = texts.slice(0, index).filter((other) => other === text).length;
  return before === 0 ? text : `${text} ${before + 1}`;
}

/**
 * Returns the wallets with the labels to show. Wallets with look-alike names or the same rdns show the rdns and no
 * icon, because an icon is as easy to copy as a name. `nameless` is the label for a legacy wallet without a name.
 */
export function labelWallets(wallets: readonly BrowserWallet[], nameless: string): LabeledWallet[] {
  const names = wallets.map(({ name }) => name ?? nameless);
  const domains = wallets.map(({ rdns }) => rdns);
  return wallets.map((wallet, index) => {
    const [name = '', domain] = [names[index], domains[index]];
    if (domain === null) return { wallet, name: numbered(names, index), icon: null, note: undefined };
    const isAmbiguous = wallets.some(
      (_, other) => other !== index && (domains[other] === domain || isAlike(name, names[other] ?? '')),
    );
    return isAmbiguous
      ? { wallet, name, icon: null, note: numbered(domains, index) }
      : { wallet, name, icon: wallet.icon, note: undefined };
  });
}
