import { formatUnits } from 'viem';
import { FiatText } from '@/components/ui/fiat-text';
import { WORTH_DECIMALS } from '@/lib/wallet/balances/fiat-value';

/** A worth in 1e-18 of the display currency, as money. */
export function WorthText({
  value,
  money,
  className,
}: {
  value: bigint;
  money: { currency: string; locale: string; decimals: number | undefined };
  className?: string;
}) {
  return <FiatText value={formatUnits(value, WORTH_DECIMALS)} {...money} className={className} />;
}
