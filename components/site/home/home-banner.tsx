import { useTranslations } from 'next-intl';
import { ArtPicture } from '@/components/site/art/art-picture';
import { SiteLink } from '@/components/site/site-link';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { routes } from '@/lib/routes';
import { isLocalDemo } from '@/lib/settings/build-env';
import { SessionLabel } from '../header/header-controls';
import { bannerField } from './banner-field';
import { ClaimLink } from './floor-parts';
import { homeSheet } from './home-sheet';
import { WalletMock } from './mock/wallet-mock';

const reasons = ['keys', 'verified', 'exit', 'trackers'] as const;

/** Reasons to trust the wallet, each with a link to the page that shows or explains it. */
function Trust() {
  const t = useTranslations('home.trust');
  return (
    <ul
      aria-label={t('label')}
      className="mt-8 grid grid-cols-2 gap-x-4 gap-y-1 lg:mt-10 lg:max-w-[44rem] lg:gap-x-8 lg:gap-y-4"
    >
      {reasons.map((name) => (
        <li key={name} className="relative flex min-h-11 gap-2 py-1.5 max-sm:text-sm">
          <Icon path="m4 10.500 4 4 8-9" size={20} className="mt-0.5 shrink-0 text-tide" />
          <span>
            <span className="font-[550]">
              <ClaimLink claim={`trust.${name}`}>{t(`${name}.title`)}</ClaimLink>
            </span>
            <span className="block max-w-[26em] text-sm text-muted max-sm:hidden">{t(`${name}.text`)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the wallet is, its primary actions, and reasons to trust it (HOME-1). Phones also get the app's link (HOME-2). */
export function HomeBanner() {
  const t = useTranslations('home.banner');
  const action = (className: string) => buttonClass({ size: 'large', className: `max-sm:px-2 ${className}` });
  return (
    <section className="relative isolate overflow-clip border-b border-line">
      <div className="page-grid relative items-center gap-y-12 pt-8 pb-12 md:pt-14 lg:min-h-[min(52rem,calc(100svh-4.5rem))] lg:pb-24">
        <div className="lg:col-span-7 lg:col-start-2">
          <h1 className="font-display text-4xl">{t('title')}</h1>
          <p className="mt-5 max-w-[30em] text-lg text-muted">{t('lead')}</p>
          <p className="mt-6 flex flex-wrap gap-3 md:mt-8 md:gap-4">
            <SiteLink
              href={routes.walletConnect}
              className={buttonClass({ variant: 'signal', size: 'large', className: 'max-sm:basis-full' })}
            >
              <SessionLabel signedOut={t('connect')} signedIn={t('open')} />
            </SiteLink>
            {isLocalDemo ? (
              <SiteLink href={routes.walletDemo} className={action('max-sm:grow')}>
                {t('demo')}
              </SiteLink>
            ) : null}
            <SiteLink href={routes.download} className={action('max-sm:grow not-phone:hidden')}>
              {t('download')}
            </SiteLink>
          </p>
          <Trust />
        </div>
        <WalletMock className="mx-auto w-full max-w-[23rem] lg:col-span-4 lg:col-start-10 lg:me-0" />
      </div>
      <ArtPicture
        art={bannerField}
        sheet={homeSheet}
        fit="none"
        className="absolute -z-10 inset-x-0 bottom-0 h-[46%] w-full overflow-visible text-tide lg:h-full"
      />
    </section>
  );
}
