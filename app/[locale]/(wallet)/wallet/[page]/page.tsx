import type { Metadata } from 'next';
import { useTranslations } from 'next-intl';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { use } from 'react';
import { WalletView } from '@/components/site/wallet-view';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import type { Locale } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';

type Props = PageProps<'/[locale]/wallet/[page]'>;

/** Wallet pages besides the overview. Each has a view, a route in `routes`, and messages under `wallet`. */
const PAGES = [
  'swap',
  'stake',
  'pledge',
  'presale',
  'coins',
  'transaction',
  'portfolio',
  'activity',
  'unlocks',
  'pay',
  'nfts',
  'approvals',
] as const;

export const dynamicParams = false;

export function generateStaticParams() {
  return PAGES.map((page) => ({ page }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const { page } = (await params) as { page: (typeof PAGES)[number] };
  const t = await getTranslations(`wallet.${page}`);
  const [title, description] = [t('title'), t('metaDescription')];
  return pageMetadata({ locale, path: routes[page], title, description, index: false });
}

export default function WalletPage({ params }: Props) {
  const { locale, page } = use(params) as { locale: Locale; page: (typeof PAGES)[number] };
  setRequestLocale(locale);
  const t = useTranslations('wallet.overview');
  const title = useTranslations(`wallet.${page}`)('title');
  return (
    <>
      <h1 className="font-display text-3xl">{title}</h1>
      <WalletView
        view={page}
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
