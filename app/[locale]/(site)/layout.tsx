import { SiteShell } from '@/components/site/site-shell';
import { pageLocale } from '@/lib/i18n/metadata';

export default async function SiteLayout({ children, params }: LayoutProps<'/[locale]'>) {
  await pageLocale(params);
  return <SiteShell>{children}</SiteShell>;
}
