import { useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { HeadingText } from '@/components/ui/heading-text';
import { routes } from '@/lib/routes';
import { ArtPicture } from '../art/art-picture';
import { SiteLink } from '../site-link';
import { brokenDrawing } from './broken-drawing';

/** The not-found page (SITE-3). */
export function NotFoundView() {
  const t = useTranslations('notFound');
  return (
    <section className="relative overflow-clip">
      <ArtPicture
        art={brokenDrawing}
        label={t('picture')}
        fit="xMaxYMid slice"
        className="absolute inset-x-0 bottom-0 h-2/5 w-full text-tide lg:h-full"
      />
      <div className="page-grid relative min-h-[calc(100svh-4.5rem)] pt-16 pb-[45svh] lg:items-center lg:pb-16">
        <div className="lg:col-span-6 lg:col-start-2">
          <p className="figures text-sm text-muted">404</p>
          <h1 className="mt-3 font-display text-4xl">
            <HeadingText>{t('title')}</HeadingText>
          </h1>
          <p className="mt-6 max-w-[30em] text-lg text-muted">{t('text')}</p>
          <SiteLink
            href={routes.home}
            className={buttonClass({ variant: 'signal', size: 'large', className: 'mt-8' })}
          >
            {t('home')}
          </SiteLink>
        </div>
      </div>
    </section>
  );
}
