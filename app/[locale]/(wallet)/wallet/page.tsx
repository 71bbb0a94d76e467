import { useTranslations } from 'next-intl';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { use } from 'react';
import { WalletView } from '@/components/site/wallet-view';
import type { Locale } from '@/lib/i18n/routing';

type Props = { params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale: locale as Locale, namespace: 'wallet.overview' });
  return { title: t('title'), robots: { index: false } };
}

export default function WalletPage({ params }: Props) {
  const { locale } = use(params) as { locale: Locale };
  setRequestLocale(locale);
  const t = useTranslations('wallet.overview');
  return (
    <>
      <h1 className="font-display text-3xl">{t('title')}</h1>
      <WalletView
        view="overview"
        locale={locale}
        wording={{
          loading: t('loading'),
          needsScript: t('needsScript'),
          failed: t('failed'),
          retry: t('retry'),
        }}
      />
    </>
  );
}
