import { useTranslations } from 'next-intl';
import { WalletLink } from '@/components/wallet/shell/wallet-link';

/** Leads through a list's pages; nothing where there is one. */
export function CoinPages({
  current,
  last,
  pathOf,
}: {
  current: number;
  last: number;
  pathOf: (page: number) => string;
}) {
  const t = useTranslations('wallet.coins');
  if (last <= 1) return null;
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-between gap-x-4">
      {current > 1 ? (
        <WalletLink href={pathOf(Math.min(current - 1, last))} rel="prev">
          {t('previous')}
        </WalletLink>
      ) : (
        <span />
      )}
      <span className="figures text-sm text-muted">{t('page', { current, last })}</span>
      {current < last ? (
        <WalletLink href={pathOf(current + 1)} rel="next">
          {t('next')}
        </WalletLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
