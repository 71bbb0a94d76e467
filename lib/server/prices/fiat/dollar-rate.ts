/** Units of a currency (ISO 4217) per US dollar in fixed point, and the day it is of. */
export type DollarRate = { currency: string; rate: bigint; at: Date };
