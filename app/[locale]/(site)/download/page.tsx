import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ArtPicture } from '@/components/site/art/art-picture';
import { downloadField } from '@/components/site/art/fields';
import { BrandMark } from '@/components/site/art/line-art';
import { Breadcrumbs } from '@/components/site/breadcrumbs';
import { InstallGuide } from '@/components/site/download/install-guide';
import { StoreList } from '@/components/site/download/store-list';
import { CloseHomeLink, SiteLink } from '@/components/site/site-link';
import { buttonClass } from '@/components/ui/button';
import { hasApp } from '@/lib/content/website';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import { routes } from '@/lib/routes';
import { pageUrl } from '@/lib/seo/page-url';

type Props = PageProps<'/[locale]/download'>;

/**
 * Positions the illustration, hint, and QR codes on top of each other: beside the store list, or below it on small
 * screens.
 */
const STAGE =
  'absolute inset-x-0 bottom-0 grid h-[23rem] place-items-center lg:inset-y-0 lg:start-1/2 lg:h-auto';

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getTranslations('download');
  return pageMetadata({
    locale,
    path: routes.download,
    title: t('metaTitle'),
    description: t(hasApp ? 'metaDescription' : 'metaDescriptionSoon'),
    picture: t('metaPicture'),
  });
}

export default async function DownloadPage({ params }: Props) {
  const locale = await pageLocale(params);
  const here = pageUrl(locale, routes.download);
  const t = await getTranslations('download');
  const home = await getTranslations('home.banner');
  return (
    <>
      <div className="relative flex min-h-[calc(100dvh-5rem)] flex-col justify-center overflow-clip pb-[23rem] lg:pb-0">
        <ArtPicture
          art={downloadField}
          fit="none"
          className={`${STAGE} w-full text-water lg:h-full lg:w-1/2`}
        />
        {hasApp ? (
          <p className={`${STAGE} pointer-events-none no-script:hidden print:hidden`}>
            <span className="grid size-60 place-items-center rounded-soft border border-line bg-paper p-6 text-center text-sm text-muted pointer-coarse:sr-only">
              {t('scan')}
            </span>
          </p>
        ) : null}
        <CloseHomeLink
          label={t('close')}
          className="absolute end-[calc(var(--gutter)-0.75rem)] top-4 z-10 border-line bg-paper"
        />
        <section className="page-width py-14 lg:py-20">
          <div className="lg:w-[44%]">
            <BrandMark className="size-14 text-water" />
            <h1 className="mt-6 font-display text-3xl">{t('title')}</h1>
            <p className="measure mt-5 mb-10 text-lg text-muted">{t(hasApp ? 'tagline' : 'taglineSoon')}</p>
            <StoreList stage={STAGE} />
            <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
              {hasApp ? null : (
                <SiteLink href={routes.wallet} className={buttonClass({ variant: 'primary' })}>
                  {home('open')}
                </SiteLink>
              )}
              <SiteLink
                href={routes.home}
                className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink"
              >
                {t('later')}
              </SiteLink>
            </p>
          </div>
        </section>
      </div>
      <InstallGuide link={here.startsWith('https:') ? `${here}#install` : null} />
      <Breadcrumbs name={t('metaTitle')} path={routes.download} />
    </>
  );
}
