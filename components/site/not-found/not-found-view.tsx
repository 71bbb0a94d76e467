import { useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { strataLines } from '@/lib/art/strata';
import { routes } from '@/lib/routes';
import { LineArt } from '../art/line-art';
import { Lines } from '../art/lines';
import { SiteLink } from '../site-link';

const broken = strataLines({
  seed: 40,
  width: 2880,
  height: 1100,
  lines: 26,
  faults: [{ x: 0.58, drop: 0.62 }],
});

/** What stands where no page is (SITE-3): lines that break off, what it means, and the way back. */
export function NotFoundView() {
  const t = useTranslations('notFound');
  return (
    <section className="relative overflow-clip">
      <LineArt
        width={2880}
        height={1100}
        label={t('picture')}
        fit="xMaxYMid slice"
        className="absolute inset-0 size-full text-water"
      >
        <Lines paths={broken} index={5} />
      </LineArt>
      <div className="page-grid relative min-h-[70svh] items-center py-16">
        <div className="rounded-soft border border-line bg-raised p-6 md:p-12 lg:col-span-6 lg:col-start-2">
          <p className="figures text-sm text-muted">404</p>
          <h1 className="mt-2 font-display text-3xl">{t('title')}</h1>
          <p className="mt-5 max-w-[30em] text-lg text-muted">{t('text')}</p>
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
