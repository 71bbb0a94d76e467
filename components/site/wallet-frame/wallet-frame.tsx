import { useLocale, useTranslations } from 'next-intl';
import type { WalletPage } from '@/lib/routes';
import { ArtPicture } from '../art/art-picture';
import { walletField } from '../art/fields';
import { PageSkeleton } from './page-skeleton';
import { hasSectionTabs, SectionTabs, WalletNav } from './wallet-nav';
import { WalletView } from './wallet-view';

/**
 * Visually hides the heading on narrow screens if the section tabs show the same title, and always on the overview
 * page, which starts with the total.
 */
function headingClass(page: WalletPage): string {
  if (page === 'overview') return 'sr-only';
  return hasSectionTabs(page) ? 'font-display text-2xl max-lg:sr-only' : 'font-display text-2xl';
}

/** A wallet page: static navigation, static heading, and a view that renders only in the browser. */
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
            className="absolute end-0 top-0 -z-10 hidden h-24 w-1/2 text-tide lg:block print:hidden"
          />
        )}
        <SectionTabs page={page} />
        <h1 className={headingClass(page)}>{title}</h1>
        <WalletView
          view={page}
          locale={useLocale()}
          skeleton={<PageSkeleton page={page} />}
          wording={{
            loading: t('loading'),
            needsScript: t('needsScript'),
            failed: t('failed'),
            offline: t('offline'),
            stopped: t('stopped'),
            retry: t('retry'),
          }}
        />
      </main>
    </div>
  );
}
