import type { EIP1193Provider } from 'viem';
import { lookAlikeSymbol } from '@/lib/evm/token-text';

/** A validated browser wallet. Only the provider belongs to the wallet; the rest is copied. */
export type BrowserWallet = Readonly<{
  /** ID of its wagmi connector, stable across reloads: the rdns, or one that starts with LEGACY_ID. */
  id: string;
  /** Null for a legacy provider that does not identify its wallet. */
  name: string | null;
  /** Null for a legacy provider. */
  rdns: string | null;
  /** A data URI that is safe to draw as an image. */
  icon: string | null;
  provider: EIP1193Provider;
}>;

/** ID of a legacy provider's connector, or its prefix. */
export const LEGACY_ID = 'injected';

/**
 * Whether a value has the method of EIP-1193. A thenable is rejected: wagmi awaits providers
 * one by one, so one that never settles would block the reconnection of all others.
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
  /** Shown below the name to tell it apart from a look-alike. */
  note: string | undefined;
};

const isAlike = (name: string, other: string) => name === other || lookAlikeSymbol(name, [other]) !== null;

/** Returns the text at the index, numbered if the list has the same text before it. */
function numbered(texts: readonly (string | null)[], index: number): string {
  const text = texts[index] ?? '';
  const before = texts.slice(0, index).filter((other) => other === text).length;
  return before === 0 ? text : `${text} ${before + 1}`;
}

/**
 * Returns the wallets with the labels to show. Those with look-alike names or
 * the same rdns show the rdns and no icon, because an icon can be copied as
 * easily as a name. `nameless` is the name of a legacy wallet without one.
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
