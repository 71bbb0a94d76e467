import { useTranslations } from 'next-intl';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { use } from 'react';
import { WalletView } from '@/components/site/wallet-view';
import type { Locale } from '@/lib/i18n/routing';

type Props = { params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale: locale as Locale, namespace: 'wallet.transaction' });
  return { title: t('title'), robots: { index: false } };
}

export default function TransactionPage({ params }: Props) {
  const { locale } = use(params) as { locale: Locale };
  setRequestLocale(locale);
  const t = useTranslations('wallet.overview');
  const title = useTranslations('wallet.transaction')('title');
  return (
    <>
      <h1 className="font-display text-2xl">{title}</h1>
      <WalletView
        view="transaction"
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
