import { useLocale, useTranslations } from 'next-intl';
import { getPathname } from '@/lib/i18n/navigation';
import type { Locale } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { WalletNavLink } from './wallet-nav-link';
import './wallet-nav.css';

/** Pages that move funds come first, then pages that show them. */
const pages = [
  'overview',
  'pay',
  'swap',
  'stake',
  'pledge',
  'presale',
  'portfolio',
  'activity',
  'unlocks',
  'nfts',
  'approvals',
  'coins',
] as const;

/** Navigation between the wallet's pages. */
export function WalletNav() {
  const t = useTranslations('wallet');
  const locale = useLocale() as Locale;
  return (
    <nav aria-label={t('nav')} className="min-w-0">
      <ul className="wallet-nav">
        {pages.map((page) => (
          <li key={page}>
            <WalletNavLink
              href={getPathname({ href: page === 'overview' ? routes.wallet : routes[page], locale })}
            >
              {t(`${page}.title`)}
            </WalletNavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
