import { useLocale, useTranslations } from 'next-intl';
import type { WalletPage } from '@/lib/routes';
import { ArtPicture } from '../art/art-picture';
import { walletField } from '../art/fields';
import { hasSectionTabs, SectionTabs, WalletNav } from './wallet-nav';
import { WalletView } from './wallet-view';

/** Hides the heading where the navigation shows the same word beside it, and on the overview, which opens with the total. */
function headingClass(page: WalletPage): string {
  if (page === 'overview') return 'sr-only';
  return hasSectionTabs(page) ? 'font-display text-2xl max-lg:sr-only' : 'font-display text-2xl';
}

/** The static part of a wallet page: navigation, heading, and the place of the client-only view. */
export function WalletFrame({ page }: { page: WalletPage }) {
  const t = useTranslations('wallet.overview');
  const title = useTranslations(`wallet.${page}`)('title');
  return (
    <div className="wallet-frame">
      <WalletNav page={page} />
      <main id="content" className="wallet-main">
        {page === 'overview' ? null : (
          <ArtPicture
            art={walletField}
            fit="none"
            className="absolute end-0 top-0 -z-10 hidden h-28 w-1/2 text-tide md:block print:hidden"
          />
        )}
        <SectionTabs page={page} />
        <h1 className={headingClass(page)}>{title}</h1>
        <WalletView
          view={page}
          locale={useLocale()}
          wording={{
            loading: t('loading'),
            needsScript: t('needsScript'),
            failed: t('failed'),
            stopped: t('stopped'),
            retry: t('retry'),
          }}
        />
      </main>
    </div>
  );
}
