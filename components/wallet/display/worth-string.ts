import { formatUnits } from 'viem';
import { fiatParts } from '@/lib/format/fiat';
import { WORTH_DECIMALS } from '@/lib/wallet/balances/fiat-value';

/** A worth in 1e-18 of the display currency as money, where only text can stand. */
export const worthText = (
  value: bigint,
  { currency, locale, decimals }: { currency: string; locale: string; decimals: number | undefined },
): string =>
  fiatParts(formatUnits(value, WORTH_DECIMALS), currency, locale, decimals)
    .map(({ value: part }) => part)
    .join('');
