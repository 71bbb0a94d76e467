import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HomePage } from '@/components/site/home/home-page';
import { pageLocale } from '@/lib/i18n/page-locale';

export async function generateMetadata({ params }: PageProps<'/[locale]/home'>): Promise<Metadata> {
  const t = await getTranslations({ locale: await pageLocale(params), namespace: 'home' });
  return { title: t('metaTitle'), description: t('metaDescription') };
}

export default async function Page({ params }: PageProps<'/[locale]/home'>) {
  await pageLocale(params);
  return <HomePage />;
}
