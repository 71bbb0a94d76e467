import { useTranslations } from 'next-intl';
import { tideLines } from '@/lib/art/tide-lines';
import { LineArt } from '../art/line-art';
import { Lines } from '../art/lines';
import { FloorTitle } from './floor-title';

const columns = ['yield', 'risk', 'liquidity'] as const;

const bundle = { width: 2880, height: 620, lines: 11, steps: 9 };
const calm = tideLines({ ...bundle, seed: 41, left: [0.86, 0.97], right: [0.66, 0.82], swell: 0.008 });
const steady = tideLines({ ...bundle, seed: 42, left: [0.82, 0.93], right: [0.34, 0.54], swell: 0.025 });
const lively = tideLines({ ...bundle, seed: 43, left: [0.78, 0.88], right: [0.02, 0.24], swell: 0.06 });

/** Floor six: passive earnings in three columns under three waters. */
export function EarnFloor() {
  const t = useTranslations('home.earn');
  return (
    <section className="overflow-clip border-t border-line pt-20 lg:pt-32">
      <div className="page-grid">
        <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-7 lg:col-start-2" />
      </div>
      <LineArt
        width={2880}
        height={620}
        label={t('picture')}
        fit="xMaxYMid slice"
        className="h-56 w-full text-tide md:h-72 lg:-mt-12 lg:h-96"
      >
        <Lines paths={calm} index={5} />
        <Lines paths={steady} index={5} />
        <Lines paths={lively} index={5} />
      </LineArt>
      <div className="page-grid gap-y-10 pb-20 lg:pb-32">
        {columns.map((name, i) => (
          <article
            key={name}
            className={`border-t-2 border-water pt-5 lg:col-span-4 ${i === 0 ? 'lg:col-start-2' : ''}`}
          >
            <h3 className="text-xl">{t(`${name}.title`)}</h3>
            <p className="mt-3 max-w-[28em] text-muted">{t(`${name}.text`)}</p>
          </article>
        ))}
        <p className="text-sm text-muted lg:col-span-8 lg:col-start-2">{t('tip')}</p>
      </div>
    </section>
  );
}
