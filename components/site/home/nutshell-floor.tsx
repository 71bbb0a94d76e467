import { useTranslations } from 'next-intl';
import { ringLines } from '@/lib/art/rings';
import { LineArt } from '../art/line-art';
import { Lines } from '../art/lines';
import { FloorTitle } from './floor-title';
import { PriceMock } from './mock/price-mock';
import { TagList } from './tag-list';

const centres = [
  [150, 250],
  [470, 130],
  [600, 400],
] as const;

const pools = centres.map((centre, i) =>
  ringLines({ seed: 17 + i, centre, inner: 18, outer: 290 - i * 50, rings: 14 - 3 * i, wobble: 0.06 }),
);

/** Floor two: the wallet, and the prices it knows. */
export function NutshellFloor() {
  const t = useTranslations('home.nutshell');
  return (
    <section className="page-grid gap-y-12 py-20 lg:py-32">
      <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-8 lg:col-start-2" />
      <article className="flex flex-col overflow-clip rounded-soft border border-line bg-raised md:max-lg:flex-row lg:col-span-5 lg:col-start-2">
        <LineArt width={720} height={460} className="aspect-[72/46] w-full text-tide md:max-lg:w-1/2">
          {pools.map((paths, i) => (
            <Lines key={centres[i]?.[0]} paths={paths} index={4} />
          ))}
        </LineArt>
        <div className="p-6 lg:p-8">
          <h3 className="text-xl">{t('wallet.title')}</h3>
          <p className="mt-3 text-muted">{t('wallet.text')}</p>
          <TagList
            className="mt-6"
            tags={[t('wallet.tagAssets'), t('wallet.tagChains'), t('wallet.tagCurrency')]}
          />
        </div>
      </article>
      <article className="flex flex-col rounded-soft border border-line bg-raised lg:col-span-7 lg:col-start-7">
        <div className="p-6 lg:p-8">
          <h3 className="text-xl">{t('prices.title')}</h3>
          <p className="mt-3 max-w-[32em] text-muted">{t('prices.text')}</p>
        </div>
        <PriceMock className="mx-6 mt-auto h-56 lg:mx-8 lg:h-72" />
        <p className="mt-6 border-t border-line px-6 py-4 text-xs text-muted lg:px-8">{t('prices.tip')}</p>
      </article>
    </section>
  );
}
