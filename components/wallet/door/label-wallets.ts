import { lookAlikeSymbol } from '@/lib/evm/token-text';
import type { BrowserWallet } from './browser-wallet';

export type LabeledWallet = {
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
