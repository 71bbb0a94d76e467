import { setRequestLocale } from 'next-intl/server';
import { SiteShell } from '@/components/site/site-shell';
import { localeOf } from '@/lib/i18n/routing';

export default async function SiteLayout({ children, params }: LayoutProps<'/[locale]'>) {
  setRequestLocale(localeOf((await params).locale));
  return <SiteShell>{children}</SiteShell>;
}
