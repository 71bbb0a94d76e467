import type { EIP1193Provider } from 'viem';
import { lookAlikeSymbol } from '@/lib/evm/token-text';

/** A wallet of this browser, as it was checked. Apart from the provider, nothing in it belongs to the wallet. */
export type BrowserWallet = Readonly<{
  /** The id of its wagmi connector, the same after a reload: the rdns, or one that starts with LEGACY_ID. */
  id: string;
  /** Null for a legacy provider that doesn't say which wallet it is. */
  name: string | null;
  /** Null for a legacy provider. */
  rdns: string | null;
  /** A data URI that is safe to draw as an image. */
  icon: string | null;
  provider: EIP1193Provider;
}>;

/** The id of the connector of a legacy provider, or the start of it. */
export const LEGACY_ID = 'injected';

/**
 * Whether a value has the method of EIP-1193. A thenable is refused: wagmi awaits its providers one after the other, and
 * one that never settles would keep every other wallet from reconnecting. @throws what a hostile getter throws.
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
  /** What tells it apart from a wallet that looks like it. */
  note: string | undefined;
};

const isAlike = (name: string, other: string) => name === other || lookAlikeSymbol(name, [other]) !== null;

/** Returns the text at the index, with a number if the same text is in the list before it. */
function numbered(texts: readonly (string | null)[], index: number): string {
  const text = texts[index] ?? '';
  const before = texts.slice(0, index).filter((other) => other === text).length;
  return before === 0 ? text : `${text} ${before + 1}`;
}

/**
 * Returns the wallets as they are listed. Those whose names look alike, or that have the same rdns, show the rdns and no
 * icon, because an icon can be copied as easily as a name. `nameless` is the name of a legacy wallet without one.
 */
export function labelWallets(wallets: readonly BrowserWallet[], nameless: string): LabeledWallet[] {
  const names = wallets.map(({ name }) => name ?? nameless);
  const domains = wallets.map(({ rdns }) => rdns);
  return wallets.map((wallet, index) => {
    const [name = '', domain] = [names[index], domains[index]];
    if (domain === null) return { wallet, name: numbered(names, index), icon: null, note: undefined };
    const isDouble = wallets.some(
      (_, other) => other !== index && (domains[other] === domain || isAlike(name, names[other] ?? '')),
    );
    return isDouble
      ? { wallet, name, icon: null, note: numbered(domains, index) }
      : { wallet, name, icon: wallet.icon, note: undefined };
  });
}
