import { useFormatter, useNow, useTranslations } from 'next-intl';
import { ActivityIcon } from '@/components/wallet/display/activity-icon';
import { AllowanceText } from '@/components/wallet/display/allowance-text';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import { MINUS } from '@/lib/format/amount';
import type { ActivityKind, Move } from '@/lib/wallet/activity/activity-row';

/** How often the relative times are updated, in ms. */
const TICK_MS = 30_000;

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
  return (
    <li className="border-b border-line">
      <WalletLink
        href={href}
        className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2 leading-snug hover:bg-water-wash"
      >
        <ActivityIcon kind={kind} isIncoming={moves.in.length > 0} />
        <span className="min-w-0">
          <span className="block">{t(`kind.${kind}`)}</span>
          <span className="block text-xs text-muted">
            {network} ·{' '}
            <time dateTime={at} className="whitespace-nowrap">
              {/* Prevents a time in the future if the device's clock is behind the network's clock. */}
              {format.relativeTime(time, { now: time > now ? time : now, style: 'short' })}
            </time>
          </span>
        </span>
        <span className="figures text-end text-sm wrap-anywhere">
          {isFailed ? <span className="block text-error">{t('failed')}</span> : null}
          {(['out', 'in'] as const).map((side) =>
            moves[side].map((text) => (
              <span key={text} className={`block ${side === 'in' ? 'text-gain' : ''}`}>
                <span className="sr-only">{t(`side.${side}`)} </span>
                <span aria-hidden="true">{side === 'in' ? '+' : MINUS}</span>
                {text}
              </span>
            )),
          )}
          {allowance ? (
            <span className="block max-w-36">
              <AllowanceText allowance={allowance.move} isRevoked={kind === 'revoke'} />
              {allowance.spender === null ? null : (
                <span className="block text-xs text-muted">
                  {t('forSpender', { address: allowance.spender })}
                </span>
              )}
            </span>
          ) : null}
        </span>
      </WalletLink>
    </li>
  );
}
