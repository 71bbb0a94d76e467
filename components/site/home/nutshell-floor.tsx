import { useTranslations } from 'next-intl';
import { ArtPicture } from '../art/art-picture';
import { FloorTitle } from './floor-title';
import { PriceBoard } from './prices/price-board';
import { poolsSketch } from './sketches/pools-sketch';
import { TagList } from './tag-list';

/** Floor two: the wallet, and the prices it knows. */
export function NutshellFloor() {
  const t = useTranslations('home.nutshell');
  return (
    <section className="page-grid gap-y-12 py-20 lg:py-32">
      <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-8 lg:col-start-2" />
      <article className="flex flex-col overflow-clip rounded-soft border border-line bg-raised md:max-lg:flex-row lg:col-span-5 lg:col-start-2">
        <ArtPicture art={poolsSketch} className="aspect-[72/46] w-full text-tide md:max-lg:w-1/2" />
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
        <PriceBoard />
      </article>
    </section>
  );
}
