import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NotFoundView } from '@/components/site/not-found/not-found-view';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import { routes } from '@/lib/routes';

export async function generateMetadata({ params }: PageProps<'/[locale]/404'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getTranslations('notFound');
  const [title, description] = [t('metaTitle'), t('text')];
  return pageMetadata({ locale, path: routes.notFound, title, description, index: false });
}

export default async function NotFoundPage({ params }: PageProps<'/[locale]/404'>) {
  await pageLocale(params);
  return <NotFoundView />;
}
