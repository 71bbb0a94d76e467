import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { routes } from '@/lib/routes';
import { HeaderActions } from '../header/preferences';
import { BrandLink } from '../header/site-header';
import { SiteLink } from '../site-link';
import { SkipLink } from '../site-shell';
import { headerTargets, legalTargets } from '../site-targets';
import { SearchButton } from './search-button';

/** Row of links to the site's pages, fees, and settings. Without JavaScript, the menu button jumps here. */
function WalletFooter() {
  const t = useTranslations('shell');
  const wallet = useTranslations('wallet');
  const targets = [
    ...[...headerTargets.filter(({ name }) => name !== 'wallet'), ...legalTargets].map(({ name, href }) => ({
      href,
      // The wallet has a page called Home, too.
      label: t(name === 'home' ? 'website' : name),
    })),
    { href: routes.fees, label: wallet('fees.title') },
    { href: routes.settings, label: wallet('settings.title') },
  ];
  return (
    <footer className="border-t border-line pb-[var(--tab-bar)] embedded:hidden print:hidden">
      <nav id="pages" aria-label={t('footerNav')} className="page-width py-2">
        <ul className="-mx-2.5 flex flex-wrap gap-x-1">
          {targets.map(({ href, label }) => (
            <li key={href}>
              <SiteLink
                href={href}
                className="inline-flex min-h-11 min-w-11 items-center px-2.5 text-xs text-muted hover:text-ink"
              >
                {label}
              </SiteLink>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}

/**
 * The wallet's header and footer, which are smaller than the public site's. In an app shell, both are hidden (SITE-11).
 */
export function WalletShell({ children }: { children: ReactNode }) {
  const t = useTranslations('wallet.search');
  return (
    <div className="flex min-h-dvh flex-col print:min-h-0">
      <SkipLink />
      <header className="sticky top-0 z-30 border-b border-line bg-paper pt-[env(safe-area-inset-top)] embedded:hidden print:static">
        <div className="page-width flex min-h-16 flex-wrap items-center justify-end">
          {/* The search button leaves no room for the name on most phones, and a second row would cost more. */}
          <BrandLink nameClass="max-[24.75rem]:hidden" />
          <div className="flex items-center print:hidden lg:gap-4">
            <SearchButton label={t('title')} />
            <HeaderActions hasAccountMenu />
          </div>
        </div>
      </header>
      {children}
      <WalletFooter />
    </div>
  );
}
