import 'server-only';
import { max, min } from '@/lib/evm/bigint';
import type { SpendingLimits } from '../issuer/issuer';
import { ONE } from '../prices/fixed-point';
import { readCardSettings } from '../seed/config-files';
import { CURRENCY_DECIMALS } from './currency';

/** Highest amount of a limit that the issuer accepts, in minor units. */
export const MAX_MINOR = 99_999_999n;
/** How much higher than the contract's limits those of the issuer are set, so that few price changes change them. */
const HEADROOM = 2n;
/** Minor units in a unit of the card's currency. */
const CENTS = 10n ** BigInt(CURRENCY_DECIMALS);

/** Limits in base units of a card's token. */
type TokenLimits = { decimals: number; dayLimit: bigint; monthLimit: bigint };

/**
 * Returns the limits to set at the issuer, in minor units: the operator's highest limits, or twice the contract's limits at a
 * price (in units of 10⁻¹⁸) if that is more. So they don't decline what our decision approves. The contract and the decision are
 * the authority on limits; the issuer's only matter if it approves without us. A card without any would have the issuer's default.
 */
export async function issuerLimitsOf(
  { decimals, dayLimit, monthLimit }: TokenLimits,
  price: bigint,
): Promise<SpendingLimits> {
  const { maxLimits } = await readCardSettings();
  const divisor = ONE * 10n ** BigInt(decimals);
  const limitFor = (tokens: bigint, lowest: number) =>
    max(min((tokens * price * CENTS * HEADROOM + divisor - 1n) / divisor, MAX_MINOR), BigInt(lowest));
  return {
    perDay: limitFor(dayLimit, maxLimits.perDay),
    perMonth: limitFor(monthLimit, maxLimits.perMonth),
  };
}
