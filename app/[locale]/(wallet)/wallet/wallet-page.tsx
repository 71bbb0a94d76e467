import type { Metadata } from 'next';
import { useTranslations } from 'next-intl';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { use } from 'react';
import { WalletView } from '@/components/site/wallet-view';
import { pageMetadata } from '@/lib/i18n/metadata';
import { pageLocale } from '@/lib/i18n/page-locale';
import type { Locale } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';

type Props = { params: Promise<{ locale: string }> };
type WalletPageName =
  | 'swap'
  | 'stake'
  | 'pledge'
  | 'presale'
  | 'coins'
  | 'transaction'
  | 'portfolio'
  | 'activity'
  | 'unlocks'
  | 'pay'
  | 'nfts'
  | 'approvals';

/** What a wallet page is called, in the words of its own part of the messages; no search engine lists it. */
export async function walletPageMetadata(name: WalletPageName, { params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getTranslations(`wallet.${name}`);
  const [title, description] = [t('title'), t('metaDescription')];
  return pageMetadata({ locale, path: routes[name], title, description, index: false });
}

/** The static part of a wallet page below the first: its heading, and the island's place. */
export function WalletPage({ name, params }: Props & { name: WalletPageName }) {
  const { locale } = use(params) as { locale: Locale };
  setRequestLocale(locale);
  const t = useTranslations('wallet.overview');
  const title = useTranslations(`wallet.${name}`)('title');
  return (
    <>
      <h1 className="font-display text-3xl">{title}</h1>
      <WalletView
        view={name}
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
