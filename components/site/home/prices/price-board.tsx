import { useLocale, useTranslations } from 'next-intl';
import { ArtPicture } from '../../art/art-picture';
import { feedsDrawing } from './feeds-drawing';
import { PricePlace } from './price-place';

/** The drawing of how a price is made, and the prices themselves (HOME-7). */
export function PriceBoard() {
  const t = useTranslations('home.prices');
  return (
    <PricePlace
      locale={useLocale()}
      wording={{
        label: t('label'),
        yours: t('yours'),
        sources: t('sources'),
        late: t('late'),
        loading: t('loading'),
        unavailable: t('unavailable'),
        day: t('day'),
        tip: t('tip'),
      }}
    >
      <ArtPicture art={feedsDrawing} fit="none" label={t('picture')} className="size-full text-tide" />
      <span className="absolute start-0 top-0 text-xs text-muted">{t('platforms')}</span>
    </PricePlace>
  );
}
