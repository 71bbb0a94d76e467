import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LegalArticle } from '@/components/site/article/legal-article';
import { getLegalText } from '@/lib/content/content';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import { routes } from '@/lib/routes';

type Props = PageProps<'/[locale]/article/privacy'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getTranslations('article');
  const { title } = getLegalText(locale, 'privacy');
  return pageMetadata({
    locale,
    path: routes.privacy,
    title,
    description: t('privacyDescription'),
    picture: t('metaPicture'),
  });
}

export default async function PrivacyPage({ params }: Props) {
  await pageLocale(params);
  return <LegalArticle name="privacy" />;
}
