import { useTranslations } from 'next-intl';
import { FloorTitle } from './floor-title';
import { AssetsSketch } from './sketches/assets-sketch';
import { GallerySketch } from './sketches/gallery-sketch';
import { QrSketch } from './sketches/qr-sketch';
import { SwapSketch } from './sketches/swap-sketch';

const cells = [
  { name: 'assets', Sketch: AssetsSketch, again: true },
  { name: 'swap', Sketch: SwapSketch, again: true },
  { name: 'nft', Sketch: GallerySketch, again: false },
  { name: 'qr', Sketch: QrSketch, again: true },
] as const;

/** Floor three, first feature: what the wallet does. */
export function WalletFloor() {
  const t = useTranslations('home.wallet');
  return (
    <section className="border-t border-line">
      <div className="page-grid gap-y-12 py-20 lg:py-32">
        <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-8 lg:col-start-2" />
        <div className="grid border-line sm:grid-cols-2 lg:col-span-12 lg:col-start-2 lg:grid-cols-4 lg:border-s">
          {cells.map(({ name, Sketch, again }) => (
            <article
              key={name}
              className="border-line py-6 max-sm:border-t sm:border-e sm:px-6 sm:max-lg:border-t"
            >
              <Sketch again={again} className="aspect-[4/3] w-full" />
              <h3 className="mt-6 text-lg font-[550]">{t(`${name}.title`)}</h3>
              <p className="mt-2 text-muted">{t(`${name}.text`)}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
