import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LegalArticle } from '@/components/site/article/legal-article';
import { getLegalText } from '@/lib/content/content';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import { routes } from '@/lib/routes';

type Props = PageProps<'/[locale]/article/terms'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getTranslations('article');
  const { title } = getLegalText(locale, 'terms');
  return pageMetadata({
    locale,
    path: routes.terms,
    title,
    description: t('termsDescription'),
    picture: t('metaPicture'),
  });
}

export default async function TermsPage({ params }: Props) {
  await pageLocale(params);
  return <LegalArticle name="terms" />;
}
