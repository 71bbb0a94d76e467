import { useTranslations } from 'next-intl';
import { ArtPicture } from '@/components/site/art/art-picture';
import { HeadingText } from '@/components/ui/heading-text';
import { ClaimLink, FloorTitle } from './floor-parts';
import { homeSheet } from './home-sheet';
import { qrSketch } from './sketches/qr-sketch';

const rows = [
  { name: 'sent', amount: '250.00' },
  { name: 'fee', amount: '0.00' },
  { name: 'arrives', amount: '250.00' },
] as const;

/** Fifth section of the home page: two reasons to use the wallet. */
export function WhyFloor() {
  const t = useTranslations('home.why');
  return (
    <section className="page-grid gap-y-12 py-14 md:py-20 lg:py-32">
      <FloorTitle title={t('title')} className="lg:col-span-6 lg:col-start-2" />
      <article className="relative grid items-center gap-6 rounded-soft border border-line bg-raised p-6 md:grid-cols-2 lg:col-span-7 lg:col-start-2 lg:p-10">
        <div>
          <h3 className="font-display text-2xl">
            <ClaimLink claim="why.qr">
              <HeadingText>{t('qr.title')}</HeadingText>
            </ClaimLink>
          </h3>
          <p className="mt-4 text-muted">{t('qr.text')}</p>
        </div>
        {/* Phones show this drawing in the wallet's section only. */}
        <ArtPicture art={qrSketch} sheet={homeSheet} className="aspect-[4/3] w-full max-md:hidden" />
      </article>
      <article className="relative flex flex-col rounded-soft bg-water-wash p-6 lg:col-span-5 lg:col-start-9 lg:p-10">
        <h3 className="font-display text-2xl">
          <ClaimLink claim="why.fees">
            <HeadingText>{t('fees.title')}</HeadingText>
          </ClaimLink>
        </h3>
        <p className="mt-4 text-muted">{t('fees.text')}</p>
        <dl className="figures mt-auto pt-8">
          {rows.map(({ name, amount }) => (
            <div key={name} className="flex items-baseline justify-between border-t border-edge py-3">
              <dt className="text-sm text-muted">{t(`fees.${name}`)}</dt>
              <dd className={name === 'fee' ? 'font-display text-3xl' : 'text-lg'}>
                {amount} <span className="text-sm tracking-normal text-muted">USDT</span>
              </dd>
            </div>
          ))}
        </dl>
      </article>
    </section>
  );
}
