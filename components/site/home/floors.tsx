import { useLocale, useTranslations } from 'next-intl';
import { SiteLink } from '@/components/site/site-link';
import { getBusinessLines } from '@/lib/content/content';
import { routes } from '@/lib/routes';
import { ArtPicture } from '../art/art-picture';
import { financeArt } from './finance-art';
import { ClaimLink, FloorTitle, PointList, TagList } from './floor-parts';
import { homeSheet } from './home-sheet';
import { CardMock } from './mock/card-mock';
import { gallerySketch } from './sketches/gallery-sketch';
import { qrSketch } from './sketches/qr-sketch';
import { assetsSketch, swapSketch } from './sketches/wallet-sketches';

const cells = [
  { name: 'assets', art: assetsSketch },
  { name: 'swap', art: swapSketch },
  { name: 'nft', art: gallerySketch },
  { name: 'qr', art: qrSketch },
] as const;

/** First feature in the home page's third section: the wallet's functions. */
export function WalletFloor() {
  const t = useTranslations('home.wallet');
  return (
    <section className="border-t border-line">
      <div className="page-grid gap-y-12 py-14 md:py-20 lg:py-32">
        <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-8 lg:col-start-2" />
        <div className="grid border-line sm:grid-cols-2 lg:col-span-12 lg:col-start-2 lg:grid-cols-4 lg:border-s">
          {cells.map(({ name, art }) => (
            <article
              key={name}
              className="relative border-line py-6 max-sm:grid max-sm:grid-cols-[6.5rem_1fr] max-sm:gap-x-4 max-sm:border-t sm:border-e sm:px-6 sm:max-lg:border-t"
            >
              <ArtPicture art={art} sheet={homeSheet} className="aspect-[4/3] w-full max-sm:row-span-2" />
              <h3 className="text-lg font-[550] sm:mt-6">
                <ClaimLink claim={`wallet.${name}`}>{t(`${name}.title`)}</ClaimLink>
              </h3>
              <p className="mt-2 text-muted">{t(`${name}.text`)}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}

const points = ['spend', 'access', 'credit', 'limits'] as const;

/** Second feature in the home page's third section: the card. */
export function CardFloor() {
  const t = useTranslations('home.card');
  return (
    <section className="bg-sunken">
      <div className="page-grid items-center gap-y-12 py-14 md:py-20 lg:py-32">
        <CardMock className="lg:col-span-6 lg:col-start-2" />
        <div className="lg:col-span-5 lg:col-start-9">
          <FloorTitle title={t('title')} lead={t('lead')} claim="card" />
          <PointList
            className="mt-8 border-b border-line"
            points={points.map((name) => ({ title: t(`${name}.title`), text: t(`${name}.text`) }))}
          />
          <TagList className="mt-6" tags={[t('tagPhysical'), t('tagVirtual'), t('tagWorld')]} />
        </div>
      </div>
    </section>
  );
}

/** Financing for commodities, infrastructure, technologies, and real assets, each with a link (HOME-6). */
export function FinanceFloor() {
  const t = useTranslations('home.finance');
  const lines = getBusinessLines(useLocale());
  return (
    <section className="border-t border-line bg-sunken">
      <div className="page-grid gap-y-12 py-14 md:py-20 lg:py-32">
        <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-8 lg:col-start-2" />
        <ul className="grid gap-px overflow-clip rounded-soft border border-line bg-line sm:grid-cols-2 lg:col-span-12 lg:col-start-2 xl:grid-cols-4">
          {lines.map(({ value, label, info }) => (
            <li
              key={value}
              className="group relative flex items-center bg-paper sm:flex-col sm:items-stretch"
            >
              <ArtPicture
                art={financeArt[value]}
                sheet={homeSheet}
                className="aspect-[4/3] w-28 shrink-0 sm:w-full xl:aspect-square"
              />
              <div className="min-w-0 p-4 wrap-anywhere sm:p-6">
                <h3 className="text-lg font-[550]">
                  <SiteLink
                    href={routes.businessLine(value)}
                    className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
                  >
                    {label}
                  </SiteLink>
                </h3>
                <p className="mt-2 text-sm text-muted">{info}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
