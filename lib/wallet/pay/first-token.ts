import type { Balance } from '@/lib/wallet/balances/use-balances';
import type { TokenPlace, TokenPurpose } from './last-tokens';
import type { PaymentOption } from './payment-request';

export type FirstTokenFacts = {
  purpose: TokenPurpose;
  /** The token that was last used for the purpose. */
  last: TokenPlace | null;
  options: readonly PaymentOption[];
  balances: readonly Balance[];
  /** Returns the fiat value of an amount in base units, or undefined if it has none or no price. */
  fiatValueOf: (balance: Balance, amount: bigint) => bigint | undefined;
  /** Returns whether a symbol is that of a stablecoin. */
  isStable: (symbol: string) => boolean;
  /** Whether balances or prices may still arrive. */
  isWaiting: boolean;
};

/** A stablecoin of which there is less than this doesn't come first: one unit of the display currency. */
const MIN_STABLE = 10n ** 18n;

/** Returns the balance with the largest fiat value of at least `least`. */
function mostValuable(
  balances: readonly Balance[],
  amountOf: (balance: Balance) => bigint | undefined,
  fiatValueOf: FirstTokenFacts['fiatValueOf'],
  least = 1n,
): Balance | null {
  let most: { balance: Balance; value: bigint } | null = null;
  for (const balance of balances) {
    const value = fiatValueOf(balance, amountOf(balance) ?? 0n) ?? 0n;
    if (value >= least && value > (most?.value ?? 0n)) most = { balance, value };
  }
  return most?.balance ?? null;
}

/**
 * Returns the token that a form starts with: the last one, which a payment needs a balance of, or else what the wallet, or
 * else the vault, has the most value of. Stablecoins come first, because people name prices in money. A request doesn't need a
 * balance. Null if there is no such token, and undefined while that isn't known yet.
 */
export function firstToken({
  purpose,
  last,
  options,
  balances,
  fiatValueOf,
  isStable,
  isWaiting,
}: FirstTokenFacts): TokenPlace | null | undefined {
  const isOffered = ({ chainId, coinId }: TokenPlace) =>
    options.some(({ chain, tokens }) => chain.id === chainId && tokens.some((one) => one.coinId === coinId));
  const placeOf = ({ chainId, coin }: Balance): TokenPlace => ({ chainId, coinId: coin.id });
  if (last !== null && isOffered(last)) {
    if (purpose === 'request') return last;
    const held = balances.find(({ chainId, coin }) => chainId === last.chainId && coin.id === last.coinId);
    if (held?.inWallet || held?.inVault) return last;
  }
  if (isWaiting) return undefined;
  const offered = balances.filter((balance) => isOffered(placeOf(balance)));
  const stable = offered.filter(({ coin }) => isStable(coin.symbol));
  const inWallet = (balance: Balance) => balance.inWallet;
  const inVault = (balance: Balance) => balance.inVault;
  const most =
    mostValuable(stable, inWallet, fiatValueOf, MIN_STABLE) ??
    mostValuable(offered, inWallet, fiatValueOf) ??
    mostValuable(stable, inVault, fiatValueOf, MIN_STABLE) ??
    mostValuable(offered, inVault, fiatValueOf);
  if (most) return placeOf(most);
  if (purpose === 'send') return null;
  const places = options.flatMap(({ chain, tokens }) =>
    tokens.filter(({ symbol }) => isStable(symbol)).map(({ coinId }) => ({ chainId: chain.id, coinId })),
  );
  return places[0] ?? null;
}
