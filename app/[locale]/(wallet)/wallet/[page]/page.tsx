import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { use } from 'react';
import { WalletFrame } from '@/components/site/wallet-frame/wallet-frame';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import type { Locale } from '@/lib/i18n/routing';
import { routes, walletPages } from '@/lib/routes';

type Props = PageProps<'/[locale]/wallet/[page]'>;

export const dynamicParams = false;

export function generateStaticParams() {
  return walletPages.map((page) => ({ page }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const { page } = (await params) as { page: (typeof walletPages)[number] };
  const t = await getTranslations(`wallet.${page}`);
  const [title, description] = [t('title'), t('metaDescription')];
  return pageMetadata({ locale, path: routes[page], title, description, index: false });
}

export default function WalletPage({ params }: Props) {
  const { locale, page } = use(params) as { locale: Locale; page: (typeof walletPages)[number] };
  setRequestLocale(locale);
  return <WalletFrame page={page} />;
}
