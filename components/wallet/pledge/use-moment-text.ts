import { useFormatter } from 'next-intl';
import { useChainTime } from '@/components/wallet/display/use-chain-time';

/** A time of the chain's (s since the epoch) as a date with its time of day, in UTC, or as the date alone. */
export function useMomentText(): (at: bigint, style: 'full' | 'date') => string {
  const chainTime = useChainTime();
  const format = useFormatter();
  return (at, style) =>
    style === 'full'
      ? chainTime(at)
      : format.dateTime(new Date(Number(at) * 1_000), { dateStyle: 'medium', timeZone: 'UTC' });
}
