import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { JsonLd } from '@/components/site/breadcrumbs';
import { HomePage } from '@/components/site/home/home-page';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import { routes } from '@/lib/routes';
import { homeJsonLd } from '@/lib/seo/json-ld';

type Props = PageProps<'/[locale]/home'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getTranslations('home');
  return pageMetadata({
    locale,
    path: routes.home,
    title: t('metaTitle'),
    description: t('metaDescription'),
    picture: t('metaPicture'),
  });
}

export default async function Page({ params }: Props) {
  const locale = await pageLocale(params);
  const t = await getTranslations('home');
  return (
    <>
      <HomePage />
      <JsonLd data={homeJsonLd(locale, t('metaDescription'))} />
    </>
  );
}
