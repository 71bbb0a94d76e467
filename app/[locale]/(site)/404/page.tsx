import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NotFoundView } from '@/components/site/not-found/not-found-view';
import { pageLocale } from '@/lib/i18n/page-locale';

export async function generateMetadata({ params }: PageProps<'/[locale]/404'>): Promise<Metadata> {
  const t = await getTranslations({ locale: await pageLocale(params), namespace: 'notFound' });
  return { title: t('metaTitle'), robots: { index: false, follow: false } };
}

export default async function NotFoundPage({ params }: PageProps<'/[locale]/404'>) {
  await pageLocale(params);
  return <NotFoundView />;
}
