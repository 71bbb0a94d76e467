import { useFormatter, useNow } from 'next-intl';
import { PRICE_POLL_MS } from '@/lib/constants';

/** How long ago a source confirmed a price. */
export function PriceAge({ at: time, style = 'long' }: { at: string; style?: 'long' | 'narrow' }) {
  const format = useFormatter();
  const now = useNow({ updateInterval: PRICE_POLL_MS });
  const at = new Date(time);
  return (
    <time dateTime={time} className="figures">
      {/* A clock that runs behind the server's would name a time to come. */}
      {format.relativeTime(at, { now: at > now ? at : now, style })}
    </time>
  );
}
