import type { Metadata } from 'next';
import { useTranslations } from 'next-intl';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { use } from 'react';
import { WalletView } from '@/components/site/wallet-view';
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
          stopped: t('stopped'),
          retry: t('retry'),
        }}
      />
    </>
  );
}
