import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ActivityIcon } from '@/components/wallet/display/activity-icon';
import { AllowanceText, RequestedText } from '@/components/wallet/display/allowance-text';
import { NoteLine } from '@/components/wallet/display/note-line';
import { OwnText } from '@/components/wallet/display/own-amounts';
import { useTimeOfDay } from '@/components/wallet/display/use-chain-time';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { MINUS } from '@/lib/format/amount';
import { type ActivityKind, counterpartyRole, type Move } from '@/lib/wallet/activity/activity-row';

type TokenText = { amount: string; symbol: string };

export type ActivityItem = {
  kind: ActivityKind;
  /** Formatted amounts. */
  out: readonly TokenText[];
  in: readonly TokenText[];
  /** What an approval allows a spender, or a revocation takes back. */
  allowance?: Move | null;
  /** The amount of a withdrawal request. */
  requested?: Move | undefined;
  /** The other account or the contract. Null if there is no single one. */
  counterparty: string | null;
  isToOther?: boolean | undefined;
  network: string;
  /** Milliseconds since the epoch. */
  at: number;
  isFailed: boolean;
  /** Null if no transaction is known. */
  href: string | null;
};

const LINE = 'grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2 leading-snug';

function Line({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <div className={LINE}>{children}</div>;
  return (
    <WalletLink href={href} className={`${LINE} hover:bg-water-wash`}>
      {children}
    </WalletLink>
  );
}

/** One transaction in two lines: its kind and amounts, with the counterparty, network, and time. Links to its details, if it's known. */
export function ActivityRow({
  item: {
    kind,
    network,
    at,
    isFailed,
    href,
    allowance,
    requested,
    counterparty,
    isToOther = false,
    ...moves
  },
}: {
  item: ActivityItem;
}) {
  const t = useTranslations('wallet.activity');
  const timeOf = useTimeOfDay();
  const role = counterpartyRole({ kind, isToOther });
  return (
    <li className="border-b border-line">
      <Line href={href}>
        <ActivityIcon kind={kind} isIncoming={role === 'fromAddress'} />
        <span className="min-w-0">
          <span className="block">{t(`kind.${kind}`)}</span>
          <span className="block text-xs text-muted">
            <NoteLine
              notes={[
                ...(counterparty === null
                  ? []
                  : [{ key: 'counterparty', content: t(role, { address: counterparty }) }]),
                { key: 'network', content: network },
              ]}
            />
          </span>
        </span>
        <span className="figures text-end text-sm wrap-anywhere">
          {isFailed ? <span className="block text-error">{t('failed')}</span> : null}
          {(['out', 'in'] as const).map((side) =>
            moves[side].map(({ amount, symbol }) => (
              <span key={`${amount} ${symbol}`} className={`block ${side === 'in' ? 'text-gain' : ''}`}>
                <span className="sr-only">{t(`side.${side}`)} </span>
                <span aria-hidden="true">{side === 'in' ? '+' : MINUS}</span>
                <OwnText>{amount}</OwnText> {symbol}
              </span>
            )),
          )}
          {allowance ? (
            <span className="block max-w-36">
              <AllowanceText allowance={allowance} isRevoked={kind === 'revoke'} />
            </span>
          ) : null}
          {requested ? <RequestedText requested={requested} /> : null}
          <time dateTime={new Date(at).toISOString()} className="block text-xs whitespace-nowrap text-muted">
            {timeOf(at)}
          </time>
        </span>
      </Line>
    </li>
  );
}
