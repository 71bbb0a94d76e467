import 'server-only';

/** Converts a time to whole seconds. */
export const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Converts an amount in minor units. @throws RangeError if it can't be sent exactly. */
export function minorUnits(amount: bigint): number {
  if (amount < 0n || amount > BigInt(Number.MAX_SAFE_INTEGER))
    throw new RangeError(`The issuer can't represent the amount ${amount}`);
  return Number(amount);
}
