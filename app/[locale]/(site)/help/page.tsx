import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Article } from '@/components/site/article/article';
import { JsonLd } from '@/components/site/breadcrumbs';
import { getHelpText } from '@/lib/content/content';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import { routes } from '@/lib/routes';
import { faqJsonLd } from '@/lib/seo/json-ld';

type Props = PageProps<'/[locale]/help'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getTranslations('article');
  return pageMetadata({
    locale,
    path: routes.help,
    title: getHelpText(locale).title,
    description: t('helpDescription'),
    picture: t('metaPicture'),
  });
}

export default async function HelpPage({ params }: Props) {
  const locale = await pageLocale(params);
  const text = getHelpText(locale);
  return (
    <>
      <Article {...text} path={routes.help} seed={83} />
      <JsonLd data={faqJsonLd(locale, text)} />
    </>
  );
}
