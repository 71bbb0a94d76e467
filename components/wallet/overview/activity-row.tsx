import { useFormatter, useNow, useTranslations } from 'next-intl';
import { ActivityIcon } from '@/components/wallet/display/activity-icon';
import { AllowanceText } from '@/components/wallet/display/allowance-text';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import { MINUS } from '@/lib/format/amount';
import type { ActivityKind, Move } from '@/lib/wallet/activity/activity-row';

/** How often the relative times are updated, in ms. */
const TICK_MS = 30_000;

/** A line with texts on both sides, which wraps if they don't fit. */
const LINE = 'flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 wrap-anywhere';

export type ActivityItem = {
  kind: ActivityKind;
  /** Formatted amounts with their symbols. */
  out: readonly string[];
  in: readonly string[];
  /** What an approval allows a spender, or a revocation takes back. */
  allowance?: { move: Move; spender: string | null } | null;
  network: string;
  /** ISO 8601. */
  at: string;
  isFailed: boolean;
  href: string;
};

/** One transaction with what the account sent and received. Links to its details. */
export function ActivityRow({
  item: { kind, network, at, isFailed, href, allowance, ...moves },
}: {
  item: ActivityItem;
}) {
  const t = useTranslations('wallet.activity');
  const format = useFormatter();
  const now = useNow({ updateInterval: TICK_MS });
  const time = new Date(at);
  const place = (
    <>
      {network} ·{' '}
      <time dateTime={at} className="whitespace-nowrap">
        {/* Prevents a time in the future if the device's clock is behind the network's clock. */}
        {format.relativeTime(time, { now: time > now ? time : now, style: 'narrow' })}
      </time>
    </>
  );
  const failed = isFailed ? <span className="block text-error">{t('failed')}</span> : null;
  return (
    <li className="border-b border-line">
      <WalletLink
        href={href}
        className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2 leading-snug hover:bg-water-wash"
      >
        <ActivityIcon kind={kind} isIncoming={moves.in.length > 0} />
        {allowance ? (
          // The texts of both sides are long, so each line has the whole width, and a phone needs no third line.
          <span className="col-span-2 grid">
            <span className={LINE}>
              {t(`kind.${kind}`)}
              <span className="ms-auto text-end text-sm">
                {failed}
                <AllowanceText allowance={allowance.move} isRevoked={kind === 'revoke'} />
              </span>
            </span>
            <span className={`${LINE} text-xs text-muted`}>
              <span>{place}</span>
              {allowance.spender === null ? null : (
                <span className="ms-auto text-end">
                  {t.rich('forSpender', {
                    address: allowance.spender,
                    for: (text) => <span className="max-sm:sr-only">{text}</span>,
                  })}
                </span>
              )}
            </span>
          </span>
        ) : (
          <>
            <span className="min-w-0">
              <span className="block">{t(`kind.${kind}`)}</span>
              <span className="block text-xs text-muted">{place}</span>
            </span>
            <span className="figures text-end text-sm wrap-anywhere">
              {failed}
              {(['out', 'in'] as const).map((side) =>
                moves[side].map((text) => (
                  <span key={text} className={`block ${side === 'in' ? 'text-gain' : ''}`}>
                    <span className="sr-only">{t(`side.${side}`)} </span>
                    <span aria-hidden="true">{side === 'in' ? '+' : MINUS}</span>
                    {text}
                  </span>
                )),
              )}
            </span>
          </>
        )}
      </WalletLink>
    </li>
  );
}
