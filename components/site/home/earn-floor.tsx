import { useTranslations } from 'next-intl';
import { ArtPicture } from '../art/art-picture';
import { FloorTitle } from './floor-title';
import { PlannedTag } from './planned-tag';
import { watersSketch } from './sketches/waters-sketch';

const columns = [{ name: 'yield' }, { name: 'risk', claim: 'riskOptions' }, { name: 'liquidity' }] as const;

/** Floor six: passive earnings in three columns under three waters. */
export function EarnFloor() {
  const t = useTranslations('home.earn');
  return (
    <section className="overflow-clip border-t border-line pt-20 lg:pt-32">
      <div className="page-grid">
        <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-7 lg:col-start-2" />
      </div>
      <ArtPicture
        art={watersSketch}
        label={t('picture')}
        fit="xMaxYMid slice"
        className="h-56 w-full text-tide md:h-72 lg:-mt-12 lg:h-96"
      />
      <div className="page-grid gap-y-10 pb-20 lg:pb-32">
        {columns.map(({ name, ...column }, i) => (
          <article
            key={name}
            className={`border-t-2 border-water pt-5 lg:col-span-4 ${i === 0 ? 'lg:col-start-2' : ''}`}
          >
            <h3 className="text-xl">
              {t(`${name}.title`)} {'claim' in column ? <PlannedTag claim={column.claim} /> : null}
            </h3>
            <p className="mt-3 max-w-[28em] text-muted">{t(`${name}.text`)}</p>
          </article>
        ))}
        <p className="text-sm text-muted lg:col-span-8 lg:col-start-2">{t('tip')}</p>
      </div>
    </section>
  );
}
