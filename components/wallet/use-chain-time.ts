import { useFormatter } from 'next-intl';

/** A time of a chain (s since the epoch) as date, time and zone. */
export function useChainTime(): (seconds: bigint) => string {
  const format = useFormatter();
  return (seconds) =>
    format.dateTime(new Date(Number(seconds) * 1_000), {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
}
