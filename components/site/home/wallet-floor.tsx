import { useTranslations } from 'next-intl';
import { ArtPicture } from '../art/art-picture';
import { FloorTitle } from './floor-parts';
import { gallerySketch } from './sketches/gallery-sketch';
import { qrSketch } from './sketches/qr-sketch';
import { assetsSketch, swapSketch } from './sketches/wallet-sketches';

const cells = [
  { name: 'assets', art: assetsSketch },
  { name: 'swap', art: swapSketch },
  { name: 'nft', art: gallerySketch },
  { name: 'qr', art: qrSketch },
] as const;

/** Floor three, first feature: what the wallet does. */
export function WalletFloor() {
  const t = useTranslations('home.wallet');
  return (
    <section className="border-t border-line">
      <div className="page-grid gap-y-12 py-20 lg:py-32">
        <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-8 lg:col-start-2" />
        <div className="grid border-line sm:grid-cols-2 lg:col-span-12 lg:col-start-2 lg:grid-cols-4 lg:border-s">
          {cells.map(({ name, art }) => (
            <article
              key={name}
              className="border-line py-6 max-sm:border-t sm:border-e sm:px-6 sm:max-lg:border-t"
            >
              <ArtPicture art={art} className="aspect-[4/3] w-full" />
              <h3 className="mt-6 text-lg font-[550]">{t(`${name}.title`)}</h3>
              <p className="mt-2 text-muted">{t(`${name}.text`)}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
