import { useFormatter, useNow, useTranslations } from 'next-intl';
import { actionIcons } from '@/components/ui/action-icons';
import { Icon } from '@/components/ui/icon';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import type { ActivityKind } from '@/lib/wallet/activity/activity-row';

const lock = 'M6 11h12v9H6v-9Zm2.500 0V8a3.500 3.500 0 0 1 7 0v3';
const ticket = 'M4 7h16v3.500a1.500 1.500 0 0 0 0 3V17H4v-3.500a1.500 1.500 0 0 0 0-3V7Zm10.500 0v10';
const key = 'M8.500 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm4-4H20v3.500m-3.500-3.500v2.500';

const kindIcons: Partial<Record<ActivityKind, string>> = {
  deposit: actionIcons.deposit,
  receive: actionIcons.receive,
  swap: actionIcons.swap,
  stake: lock,
  pledge: lock,
  contribute: ticket,
  claimVested: ticket,
  approve: key,
  revoke: key,
};

/** How often the relative times are updated, in ms. */
const TICK_MS = 30_000;

export type ActivityItem = {
  kind: ActivityKind;
  /** Formatted amounts with their symbols. */
  out: readonly string[];
  in: readonly string[];
  network: string;
  /** ISO 8601. */
  at: string;
  isFailed: boolean;
  href: string;
};

/** One transaction with what the account sent and received. Links to its details. */
export function ActivityRow({
  item: { kind, network, at, isFailed, href, ...moves },
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
        <span className="grid size-9 place-items-center rounded-full border border-line text-water">
          <Icon
            path={kindIcons[kind] ?? (moves.in.length > 0 ? actionIcons.receive : actionIcons.send)}
            size={24}
            className="size-5"
          />
        </span>
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
                <span aria-hidden="true">{side === 'in' ? '+' : '−'}</span>
                {text}
              </span>
            )),
          )}
        </span>
      </WalletLink>
    </li>
  );
}
