import { useTranslations } from 'next-intl';
import { OwnText } from '@/components/wallet/display/own-amounts';
import { useDuration } from '@/components/wallet/display/use-chain-time';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { formatAmount } from '@/lib/format/amount';
import { routes } from '@/lib/routes';
import { type Unlock, unlockKey } from '@/lib/wallet/unlocks/plan-unlocks';

const MAX_ROWS = 3;

/** The account's next unlocks with the remaining time. Renders nothing if there are none. */
export function NextUnlocks({
  unlocks,
  nowOf,
  nameOf,
  locale,
}: {
  /** Sorted by date. */
  unlocks: readonly Unlock[];
  /** Returns a chain's time in seconds since the epoch. */
  nowOf: (chainId: number) => bigint | undefined;
  nameOf: (chainId: number) => string;
  locale: string;
}) {
  const t = useTranslations('wallet.overview');
  const words = useTranslations('wallet.unlocks');
  const duration = useDuration();
  // Stakes aren't locked, so nothing unlocks when their rewards end.
  const next = unlocks.filter(({ kind }) => kind !== 'rewardsEnd').slice(0, MAX_ROWS);
  if (next.length === 0) return null;
  return (
    <section aria-labelledby="home-unlocks" className="grid content-start gap-3">
      <h2 id="home-unlocks" className="text-xl">
        {t('unlocksNext')}
      </h2>
      <ul className="border-t border-line">
        {next.map((unlock) => {
          const { kind, chainId, at, amount, token } = unlock;
          const now = nowOf(chainId);
          return (
            <li
              key={unlockKey(unlock)}
              className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2 leading-snug"
            >
              <span className="min-w-0">
                {words(`kind.${kind}`)}
                <span className="block text-xs text-muted">{nameOf(chainId)}</span>
              </span>
              <span className="text-end">
                <span className="figures block text-sm wrap-anywhere">
                  <OwnText>{formatAmount(amount, token.decimals, locale)}</OwnText> {token.symbol}
                </span>
                <time
                  dateTime={new Date(Number(at) * 1_000).toISOString()}
                  className="figures block text-xs text-muted"
                >
                  {now === undefined
                    ? ' '
                    : now >= at
                      ? words('due')
                      : words('in', { time: duration(at - now) })}
                </time>
              </span>
            </li>
          );
        })}
      </ul>
      <WalletLink href={routes.unlocks}>{t('allUnlocks')}</WalletLink>
    </section>
  );
}
