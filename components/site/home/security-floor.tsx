import { useTranslations } from 'next-intl';
import { TideBanner } from '../art/tide-banner';

/** Floor four: the security statement, on night water in both themes. The lines keep clear of what they guard. */
export function SecurityFloor() {
  const t = useTranslations('home.security');
  return (
    <section className="night relative overflow-clip">
      <TideBanner
        seed={15}
        height={1100}
        lines={38}
        left={[-0.1, 1.1]}
        right={[-0.1, 1.1]}
        swell={0.03}
        stones={[{ x: 0.78, y: 0.5, width: 0.11, height: 0.26, push: 0.75 }]}
        fit="xMaxYMid slice"
        className="absolute inset-0 size-full text-water opacity-55 max-lg:hidden"
      />
      <div className="page-grid relative py-24 lg:py-48">
        <div className="bg-paper lg:col-span-7 lg:col-start-2 lg:py-12 lg:pe-12">
          <h2 className="font-display text-3xl">{t('title')}</h2>
          <p className="mt-6 max-w-[34em] text-lg text-muted">{t('text')}</p>
        </div>
      </div>
    </section>
  );
}
