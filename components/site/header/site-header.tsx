import { useLocale, useTranslations } from 'next-intl';
import { BrandMark } from '@/components/site/art/line-art';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import { SiteLink } from '../site-link';
import { headerTargets } from '../site-targets';
import { NavLink } from './header-controls';
import { HeaderActions } from './preferences';

/** The brand as a link to the home page. */
export function BrandLink({ nameClass }: { nameClass: string }) {
  const t = useTranslations('shell');
  return (
    <SiteLink
      href={routes.home}
      aria-label={t('brandHome')}
      className="relative me-auto flex min-h-11 items-center gap-2.5 after:absolute after:inset-y-0 after:-inset-x-2"
    >
      <BrandMark className="size-7 shrink-0 text-tide" />
      <span className={`font-display text-lg leading-none max-[23.25rem]:hidden print:inline! ${nameClass}`}>
        {t('brand')}
      </span>
    </SiteLink>
  );
}

/** The site header: brand, links, and client controls (SITE-5). Below 768 px, the links move to the side menu. */
export function SiteHeader() {
  const t = useTranslations('shell');
  const locale = useLocale();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper pt-[env(safe-area-inset-top)] embedded:hidden print:static">
      <div className="page-width flex min-h-16 flex-wrap items-center justify-end gap-x-2 md:gap-x-0 lg:gap-x-4 xl:min-h-[4.5rem]">
        <BrandLink nameClass="md:max-lg:hidden" />
        <nav aria-label={t('mainNav')} className="ms-auto max-md:hidden print:hidden">
          <ul className="flex items-center lg:gap-1 xl:gap-2">
            {headerTargets.map(({ name, href }) => (
              <li key={name}>
                {/* From 768 px, six links and the controls share one row. Chinese labels fit without smaller text. */}
                <NavLink
                  href={getPathname({ href, locale })}
                  className="nav-link md:max-lg:not-[:lang(zh)]:px-[clamp(0.1875rem,3.1vw-1.3rem,0.625rem)] md:max-lg:not-[:lang(zh)]:text-[0.8125rem]"
                >
                  {t(name)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="max-md:ms-auto print:hidden">
          <HeaderActions />
        </div>
      </div>
    </header>
  );
}
