import { useTranslations } from 'next-intl';
import { TideBanner } from '@/components/site/art/tide-art';
import { SiteLink } from '@/components/site/site-link';
import { buttonClass } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { isLocalDemo } from '@/lib/settings/build-env';
import { WalletMock } from './mock/wallet-mock';

/** Headline and primary actions. Screens up to 768 px wide also get a link to the app download (HOME-1, HOME-2). */
export function HomeBanner() {
  const t = useTranslations('home.banner');
  return (
    <section className="relative isolate overflow-clip border-b border-line">
      <div className="page-grid relative items-center gap-y-12 pt-12 pb-12 md:pt-16 lg:min-h-[min(52rem,calc(100svh-4.5rem))] lg:pb-20">
        <div className="lg:col-span-7 lg:col-start-2">
          <h1 className="font-display text-4xl">{t('title')}</h1>
          <p className="mt-6 max-w-[30em] text-lg text-muted">{t('lead')}</p>
          <p className="mt-8 flex flex-wrap gap-4">
            <SiteLink
              href={routes.download}
              className={buttonClass({ variant: 'signal', size: 'large', className: 'not-phone:hidden' })}
            >
              {t('download')}
            </SiteLink>
            <SiteLink
              href={routes.wallet}
              className={buttonClass({
                variant: 'signal',
                size: 'large',
                className: 'phone:border-edge phone:bg-paper phone:text-ink',
              })}
            >
              {t('open')}
            </SiteLink>
            {isLocalDemo ? (
              <SiteLink href={routes.walletDemo} className={buttonClass({ size: 'large' })}>
                {t('demo')}
              </SiteLink>
            ) : null}
          </p>
        </div>
        <WalletMock className="mx-auto w-full max-w-[23rem] lg:col-span-4 lg:col-start-10 lg:me-0" />
      </div>
      {/* Placed after the text, so that the first paint includes the text. */}
      <TideBanner
        seed={7}
        height={1400}
        lines={31}
        steps={13}
        left={[0.9, 0.985]}
        right={[0.02, 1.04]}
        opens={0.3}
        swell={0.045}
        stones={[{ x: 0.8, y: 0.5, width: 0.16, height: 0.3 }]}
        fit="none"
        className="absolute -z-10 inset-x-0 bottom-0 h-[52%] w-full text-tide lg:h-full"
      />
    </section>
  );
}
