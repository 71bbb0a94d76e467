import { useTranslations } from 'next-intl';
import { Carousel } from '@/components/ui/carousel';
import { HeadingText } from '@/components/ui/heading-text';
import { Icon } from '@/components/ui/icon';
import { ArtPicture } from '../art/art-picture';
import { ClaimLink, PlannedTag } from './floor-parts';
import { homeSheet } from './home-sheet';
import { SwapMock } from './mock/swap-mock';
import { qrSketch } from './sketches/qr-sketch';
import { assetsSketch, nightSketch } from './sketches/wallet-sketches';

const moments = [
  { name: 'counter', art: qrSketch },
  { name: 'train' },
  { name: 'table', art: assetsSketch },
  { name: 'night', art: nightSketch },
] as const;

const icons = {
  previous: <Icon path="M14 5l-7 7 7 7" />,
  next: <Icon path="M10 5l7 7-7 7" />,
  pause: <Icon path="M8 5v14M16 5v14" />,
  play: <Icon path="M8 5l11 7-11 7z" />,
  // Drawn with borders, because forced-colors mode removes backgrounds.
  mark: (
    <span className="h-4 border-s border-edge group-aria-[current]:h-7 group-aria-[current]:border-s-3 group-aria-[current]:border-water" />
  ),
};

/** A day with the wallet, as a carousel (HOME-3). */
export function Moments() {
  const t = useTranslations('home.moments');
  const count = moments.length;
  const wording = {
    label: t('label'),
    role: t('role'),
    track: t('track'),
    previous: t('previous'),
    next: t('next'),
    pause: t('pause'),
    play: t('play'),
    show: moments.map((_, i) => t('show', { index: i + 1, count })),
  };
  return (
    <div className="pt-16 lg:pt-24">
      <Carousel wording={wording} icons={icons}>
        {moments.map(({ name, ...moment }, i) => (
          <fieldset
            key={name}
            aria-roledescription={t('slideRole')}
            aria-label={t('position', { index: i + 1, count })}
            className="relative grid w-[86%] min-w-0 items-center max-md:content-start gap-x-8 rounded-soft border border-line bg-raised sm:w-[72%] md:grid-cols-2 xl:w-[56%]"
          >
            <div className="p-6 lg:p-10">
              <p className="figures text-sm text-muted">
                {t(`${name}.time`)} <PlannedTag claim={`moments.${name}`} />
              </p>
              <h2 className="mt-3 font-display text-2xl">
                <ClaimLink claim={`moments.${name}`}>
                  <HeadingText>{t(`${name}.title`)}</HeadingText>
                </ClaimLink>
              </h2>
              <p className="mt-4 text-muted">{t(`${name}.text`)}</p>
            </div>
            {'art' in moment ? (
              <ArtPicture
                art={moment.art}
                sheet={homeSheet}
                className="aspect-[4/3] w-full max-md:-order-1"
              />
            ) : (
              <SwapMock className="min-w-0 max-md:-order-1 max-md:px-4 max-md:pt-4 md:py-6 md:pe-6 lg:pe-10" />
            )}
          </fieldset>
        ))}
      </Carousel>
    </div>
  );
}
