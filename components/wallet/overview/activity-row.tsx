import { useFormatter, useLocale, useNow, useTranslations } from 'next-intl';
import { actionIcons } from '@/components/ui/action-icons';
import { Icon } from '@/components/ui/icon';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import type { ActivityPage } from '@/lib/api/types';
import { decimalText } from '@/lib/format/amount';

type Kind = ActivityPage['list'][number]['kind'];

const kindIcons: Record<Kind, string> = {
  deposit: actionIcons.deposit,
  presale: 'M4 7h16v3.500a1.500 1.500 0 0 0 0 3V17H4v-3.500a1.500 1.500 0 0 0 0-3V7Zm10.500 0v10',
  pledge: 'M6 11h12v9H6v-9Zm2.500 0V8a3.500 3.500 0 0 1 7 0v3',
};

/** How often the relative times are updated, in ms. */
const TICK_MS = 30_000;

export type ActivityItem = {
  kind: Kind;
  /** Decimal amount in token units. */
  amount: string;
  symbol: string;
  network: string;
  /** ISO 8601. */
  at: string;
  href: string;
};

/** One verified transaction. Links to its details. Each kind moves tokens out of the wallet, so amounts are negative. */
export function ActivityRow({ item: { kind, amount, symbol, network, at, href } }: { item: ActivityItem }) {
  const t = useTranslations('wallet.overview');
  const activity = useTranslations('wallet.activity');
  const format = useFormatter();
  const locale = useLocale();
  const now = useNow({ updateInterval: TICK_MS });
  const time = new Date(at);
  return (
    <li className="border-b border-line">
      <WalletLink
        href={href}
        className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2 leading-snug hover:bg-water-wash"
      >
        <span className="grid size-9 place-items-center rounded-full border border-line text-water">
          <Icon path={kindIcons[kind]} size={24} className="size-5" />
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
          <span className="sr-only">{activity('side.out')} </span>
          <span aria-hidden="true">−</span>
          {decimalText(amount, locale)} {symbol}
        </span>
      </WalletLink>
    </li>
  );
}
