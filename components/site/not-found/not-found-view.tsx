import { useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { brokenLines } from '@/lib/art/broken-lines';
import { routes } from '@/lib/routes';
import { LineArt } from '../art/line-art';
import { Lines } from '../art/lines';
import { HeadingText } from '../heading-text';
import { SiteLink } from '../site-link';

const { paths, ends } = brokenLines(
  {
    seed: 40,
    width: 2880,
    height: 1500,
    lines: 30,
    steps: 36,
    left: [0.1, 1.0],
    right: [-0.05, 1.05],
    swell: 0.035,
    wells: [{ x: 0.82, width: 0.1, depth: 0.16 }],
  },
  [0.6, 0.9],
);

/** What stands where no page is (SITE-3): lines that break off, what it means, and the way back. */
export function NotFoundView() {
  const t = useTranslations('notFound');
  return (
    <section className="relative overflow-clip">
      <LineArt
        width={2880}
        height={1500}
        label={t('picture')}
        fit="xMaxYMid slice"
        className="absolute inset-x-0 bottom-0 h-2/5 w-full text-tide lg:h-full"
      >
        <Lines paths={paths} index={5} />
        {ends.map(([x, y]) => (
          <circle key={`${x},${y}`} cx={x} cy={y} r={9} className="fill-paper text-ink" strokeWidth="3" />
        ))}
      </LineArt>
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
