import { useLocale, useTranslations } from 'next-intl';
import { ArtPicture } from '../../art/art-picture';
import { COUNT_PLACE } from '../../site-dialog-props';
import { feedsDrawing } from './feeds-drawing';
import { PriceFrame } from './price-frame';
import { PricePlace } from './price-place';

/** The drawing of how a price is made, and the prices themselves (HOME-7). */
export function PriceBoard() {
  const t = useTranslations('home.prices');
  const wording = {
    label: t('label'),
    yours: t('yours'),
    source: t('source'),
    sources: t('sources', { count: COUNT_PLACE }),
    comma: t('comma'),
    late: t('late'),
    loading: t('loading'),
    unavailable: t('unavailable'),
    day: t('day'),
    tip: t('tip'),
  };
  const drawing = (
    <div className="relative h-56 lg:h-72">
      <ArtPicture art={feedsDrawing} fit="none" label={t('picture')} className="size-full text-tide" />
      <span className="absolute start-0 top-0 text-xs text-muted">{t('platforms')}</span>
    </div>
  );
  const waiting = (
    <>
      <span className="no-script:hidden">{wording.loading}</span>
      <span className="hidden no-script:inline">{wording.unavailable}</span>
    </>
  );
  return (
    <PricePlace
      locale={useLocale()}
      wording={wording}
      drawing={drawing}
      waiting={<PriceFrame drawing={drawing} message={waiting} tip={wording.tip} />}
      unavailable={<PriceFrame drawing={drawing} message={wording.unavailable} tip={wording.tip} />}
    />
  );
}
