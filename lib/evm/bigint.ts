export const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);
export const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
export const sum = (amounts: Iterable<bigint>): bigint =>
  [...amounts].reduce((total, amount) => total + amount, 0n);

/** Converts an amount with `from` decimals to one with `to`, which are at least as many. */
export const scaleTo = (amount: bigint, from: number, to: number): bigint =>
  amount * 10n ** BigInt(to - from);
