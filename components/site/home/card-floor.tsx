import { useTranslations } from 'next-intl';
import { FloorTitle, PlannedTag, PointList, TagList } from './floor-parts';
import { CardMock } from './mock/card-mock';

const points = ['spend', 'access', 'credit', 'limits'] as const;

/** Section three, second feature: the card. */
export function CardFloor() {
  const t = useTranslations('home.card');
  return (
    <section className="bg-sunken">
      <div className="page-grid items-center gap-y-12 py-20 lg:py-32">
        <CardMock className="lg:col-span-6 lg:col-start-2" />
        <div className="lg:col-span-5 lg:col-start-9">
          <FloorTitle title={t('title')} lead={t('lead')} tag={<PlannedTag claim="card" />} />
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
