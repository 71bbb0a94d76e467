export const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);
export const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
export const sum = (amounts: Iterable<bigint>): bigint =>
  [...amounts].reduce((total, amount) => total + amount, 0n);

/** Converts an amount from `from` to `to` decimals. `to` must not be less than `from`. */
export const scaleTo = (amount: bigint, from: number, to: number): bigint =>
  amount * 10n ** BigInt(to - from);
