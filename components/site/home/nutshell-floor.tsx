import { useLocale, useTranslations } from 'next-intl';
import { COUNT_PLACE } from '@/components/site/site-dialog-props';
import { ArtPicture } from '../art/art-picture';
import { feedsDrawing } from './finance-art';
import { ClaimLink, FloorTitle, TagList } from './floor-parts';
import { homeSheet } from './home-sheet';
import { LazyPrices } from './prices/lazy-prices';
import { PriceFrame, PriceWait } from './prices/price-frame';
import { poolsSketch } from './sketches/wallet-sketches';

/** Shows current prices next to a drawing of how a price is determined (HOME-7). */
function PriceBoard() {
  const t = useTranslations('home.prices');
  const wording = {
    label: t('label'),
    yours: t('yours'),
    source: t('source'),
    sources: t('sources', { count: COUNT_PLACE }),
    comma: t('comma'),
    stale: t('stale'),
    loading: t('loading'),
    unavailable: t('unavailable'),
    day: t('day'),
    tip: t('tip'),
    sample: t('sample'),
  };
  const drawing = (
    <div className="relative h-56 lg:h-72">
      <ArtPicture
        art={feedsDrawing}
        sheet={homeSheet}
        fit="none"
        label={t('picture')}
        className="size-full text-tide"
      />
      <span className="absolute start-0 top-0 text-xs text-muted">{t('platforms')}</span>
    </div>
  );
  return (
    <LazyPrices
      locale={useLocale()}
      wording={wording}
      drawing={drawing}
      waiting={<PriceFrame drawing={drawing} rows={<PriceWait {...wording} />} tip={wording.tip} />}
      unavailable={<PriceFrame drawing={drawing} message={wording.unavailable} tip={wording.tip} />}
    />
  );
}

/** Second section of the home page: the wallet, and current prices. */
export function NutshellFloor() {
  const t = useTranslations('home.nutshell');
  return (
    <section className="page-grid gap-y-12 py-14 md:py-20 lg:py-32">
      <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-8 lg:col-start-2" />
      <article className="relative flex flex-col overflow-clip rounded-soft border border-line bg-raised md:max-lg:flex-row lg:col-span-5 lg:col-start-2">
        <ArtPicture
          art={poolsSketch}
          sheet={homeSheet}
          className="aspect-[72/46] w-full text-tide md:max-lg:w-1/2 lg:aspect-auto lg:min-h-72 lg:flex-1"
        />
        <div className="p-6 lg:p-8">
          <h3 className="text-xl">
            <ClaimLink claim="nutshell.wallet">{t('wallet.title')}</ClaimLink>
          </h3>
          <p className="mt-3 text-muted">{t('wallet.text')}</p>
          <TagList
            className="mt-6"
            tags={[t('wallet.tagAssets'), t('wallet.tagChains'), t('wallet.tagCurrency')]}
          />
        </div>
      </article>
      <article className="flex flex-col rounded-soft border border-line bg-raised lg:col-span-7 lg:col-start-7">
        <div className="relative p-6 lg:p-8">
          <h3 className="text-xl">
            <ClaimLink claim="nutshell.prices">{t('prices.title')}</ClaimLink>
          </h3>
          <p className="mt-3 max-w-[32em] text-muted">{t('prices.text')}</p>
        </div>
        <PriceBoard />
      </article>
    </section>
  );
}
