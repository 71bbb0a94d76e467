import { hexToBigInt, isHex, type TransactionReceipt } from 'viem';

/**
 * Returns the network fee paid, in base units of the native currency. OP Stack chains charge a fee for layer 1 as well,
 * which their receipts state as `l1Fee`.
 */
export function paidFee({ gasUsed, effectiveGasPrice, ...rest }: TransactionReceipt): bigint {
  const l1Fee: unknown = 'l1Fee' in rest ? rest.l1Fee : undefined;
  return gasUsed * effectiveGasPrice + (isHex(l1Fee) ? hexToBigInt(l1Fee) : 0n);
}
