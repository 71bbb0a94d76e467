import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { use } from 'react';
import { WalletFrame } from '@/components/site/wallet-frame/wallet-frame';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import type { Locale } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';

type Props = { params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getTranslations('wallet.overview');
  const [title, description] = [t('title'), t('offer')];
  return pageMetadata({ locale, path: routes.wallet, title, description, index: false });
}

export default function OverviewPage({ params }: Props) {
  const { locale } = use(params) as { locale: Locale };
  setRequestLocale(locale);
  return <WalletFrame page="overview" />;
}
