import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { BrandMark } from '@/components/site/art/line-art';
import { getBusinessLines } from '@/lib/content/content';
import { routes } from '@/lib/routes';
import { ArtPicture } from '../art/art-picture';
import { footerField } from '../art/fields';
import { SiteLink } from '../site-link';

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-sm text-muted">{title}</h2>
      <ul className="mt-2">{children}</ul>
    </div>
  );
}

function Target({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <SiteLink
        href={href}
        className="inline-flex min-h-11 min-w-11 items-center py-1.5 leading-snug underline-offset-4 hover:underline"
      >
        {children}
      </SiteLink>
    </li>
  );
}

/** Links to the site's pages. The footer works without JavaScript (SITE-5) and is dark in both themes. */
export function SiteFooter() {
  const t = useTranslations('shell');
  const lines = getBusinessLines(useLocale());
  return (
    <footer className="night relative overflow-clip embedded:hidden print:hidden">
      <ArtPicture art={footerField} fit="xMaxYMid slice" className="h-44 w-full text-tide md:h-64" />
      <div className="page-grid gap-y-12 pt-4 pb-[max(3rem,env(safe-area-inset-bottom))]">
        <div className="lg:col-span-5 lg:col-start-2">
          <div className="flex items-center gap-3 font-display text-2xl">
            <BrandMark className="size-9 text-tide" />
            {t('brand')}
          </div>
          <p className="mt-4 max-w-[26em] text-muted">{t('tagline')}</p>
        </div>
        <nav
          id="pages"
          aria-label={t('footerNav')}
          className="grid gap-x-6 gap-y-10 sm:grid-cols-2 md:grid-cols-[1fr_1.8fr_1fr] lg:col-span-7 lg:col-start-7"
        >
          <Column title={t('product')}>
            <Target href={routes.home}>{t('website')}</Target>
            <Target href={routes.wallet}>{t('wallet')}</Target>
            <Target href={routes.download}>{t('download')}</Target>
          </Column>
          <Column title={t('lines')}>
            {lines.map(({ value, label }) => (
              <Target key={value} href={routes.businessLine(value)}>
                {label}
              </Target>
            ))}
          </Column>
          <Column title={t('company')}>
            <Target href={routes.about}>{t('about')}</Target>
            <Target href={routes.contact}>{t('contact')}</Target>
            <Target href={routes.help}>{t('help')}</Target>
            <Target href={routes.terms}>{t('terms')}</Target>
            <Target href={routes.privacy}>{t('privacy')}</Target>
          </Column>
        </nav>
        <p className="border-t border-line pt-6 text-sm text-muted lg:col-span-12 lg:col-start-2">
          {t('risk')}
        </p>
      </div>
    </footer>
  );
}
