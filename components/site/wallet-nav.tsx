import { useLocale, useTranslations } from 'next-intl';
import { getPathname } from '@/lib/i18n/navigation';
import type { Locale } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { WalletNavLink } from './wallet-nav-link';
import { WalletNavMore } from './wallet-nav-more';

const first = ['overview', 'pay', 'swap', 'stake', 'pledge', 'presale'] as const;
const further = ['portfolio', 'activity', 'unlocks', 'nfts', 'approvals', 'coins'] as const;

/** The ways between the wallet's pages: what moves money first, what shows it folded up. */
export function WalletNav() {
  const t = useTranslations('wallet');
  const locale = useLocale() as Locale;
  const link = (page: (typeof first)[number] | (typeof further)[number]) => {
    const href = getPathname({ href: page === 'overview' ? routes.wallet : routes[page], locale });
    return (
      <li key={page}>
        <WalletNavLink href={href}>{t(`${page}.title`)}</WalletNavLink>
      </li>
    );
  };
  return (
    <nav aria-label={t('nav')}>
      <ul className="flex flex-wrap gap-x-6">
        {first.map(link)}
        <li className="contents">
          <WalletNavMore
            label={t('navMore')}
            paths={further.map((page) => getPathname({ href: routes[page], locale }))}
          >
            <ul className="flex flex-wrap gap-x-6">{further.map(link)}</ul>
          </WalletNavMore>
        </li>
      </ul>
    </nav>
  );
}
