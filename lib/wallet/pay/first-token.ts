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
  /** Whether balances or prices may still arrive. */
  isWaiting: boolean;
};

/** Returns the balance with the largest fiat value above zero. */
function mostValuable(
  balances: readonly Balance[],
  amountOf: (balance: Balance) => bigint | undefined,
  fiatValueOf: FirstTokenFacts['fiatValueOf'],
): Balance | null {
  let most: { balance: Balance; value: bigint } | null = null;
  for (const balance of balances) {
    const value = fiatValueOf(balance, amountOf(balance) ?? 0n) ?? 0n;
    if (value > (most?.value ?? 0n)) most = { balance, value };
  }
  return most?.balance ?? null;
}

/**
 * Returns the token that a form starts with: the last one, which a payment needs a balance of, or else what the wallet, or
 * else the vault, has the most value of. Null if there is neither, and undefined while that isn't known yet.
 */
export function firstToken({
  purpose,
  last,
  options,
  balances,
  fiatValueOf,
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
  const most =
    mostValuable(offered, ({ inWallet }) => inWallet, fiatValueOf) ??
    mostValuable(offered, ({ inVault }) => inVault, fiatValueOf);
  return most && placeOf(most);
}
