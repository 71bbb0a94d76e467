import { useTranslations } from 'next-intl';
import { TideBanner } from '../art/tide-banner';

/** Floor four: the security statement, on night water in both themes. The lines part around what they guard. */
export function SecurityFloor() {
  const t = useTranslations('home.security');
  return (
    <section className="night relative overflow-clip">
      <TideBanner
        seed={15}
        height={1100}
        lines={34}
        steps={12}
        left={[-0.05, 1.05]}
        right={[-0.05, 1.05]}
        swell={0.012}
        stones={[{ x: 0.3, y: 0.5, width: 0.5, height: 0.36 }]}
        fit="none"
        className="absolute inset-y-0 start-0 h-full w-[190%] max-w-none text-tide lg:w-full"
      />
      <div className="page-grid relative py-36 md:py-48 xl:py-64">
        <div className="lg:col-span-7 lg:col-start-2">
          <h2 className="font-display text-3xl">{t('title')}</h2>
          <p className="mt-6 max-w-[34em] text-lg text-muted">{t('text')}</p>
        </div>
      </div>
    </section>
  );
}
