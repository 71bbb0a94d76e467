export const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);
export const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
export const sum = (amounts: Iterable<bigint>): bigint =>
  [...amounts].reduce((total, amount) => total + amount, 0n);
