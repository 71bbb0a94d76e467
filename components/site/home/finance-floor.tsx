import { useLocale, useTranslations } from 'next-intl';
import { getBusinessLines } from '@/lib/content/content';
import { routes } from '@/lib/routes';
import { ArtPicture } from '../art/art-picture';
import { SiteLink } from '../site-link';
import { financeArt } from './finance-art';
import { FloorTitle } from './floor-parts';

/** HOME-6: financing for commodities, infrastructure, technologies and real assets, each with a link. */
export function FinanceFloor() {
  const t = useTranslations('home.finance');
  const lines = getBusinessLines(useLocale());
  return (
    <section className="border-t border-line bg-sunken">
      <div className="page-grid gap-y-12 py-20 lg:py-32">
        <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-8 lg:col-start-2" />
        <ul className="grid gap-px overflow-clip rounded-soft border border-line bg-line sm:grid-cols-2 lg:col-span-12 lg:col-start-2 xl:grid-cols-4">
          {lines.map(({ value, label, info }) => (
            <li key={value} className="group relative flex flex-col bg-paper">
              <ArtPicture art={financeArt[value]} className="aspect-[4/3] w-full xl:aspect-square" />
              <div className="p-6">
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
