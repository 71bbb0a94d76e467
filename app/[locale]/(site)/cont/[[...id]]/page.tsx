import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Breadcrumbs } from '@/components/site/breadcrumbs';
import { LineBanner } from '@/components/site/business-line/line-banner';
import { LineLinks } from '@/components/site/business-line/line-links';
import { ScrollToTop } from '@/components/site/business-line/scroll-to-top';
import { ExtraBlock, NumberedList, TopicCards } from '@/components/site/business-line/topic-cards';
import { ContactBlock } from '@/components/site/contact-block';
import { getBusinessLine } from '@/lib/content/content';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import { BUSINESS_LINE_IDS, type BusinessLineId, routes } from '@/lib/routes';

type Props = PageProps<'/[locale]/cont/[[...id]]'>;

export const dynamicParams = false;

export function generateStaticParams() {
  return [{ id: [] }, ...BUSINESS_LINE_IDS.map((id) => ({ id: [String(id)] }))];
}

/** Returns the business line ID from the URL, or the first one if the URL has none. */
async function lineId(params: Props['params']): Promise<BusinessLineId> {
  const { id } = await params;
  return BUSINESS_LINE_IDS.find((known) => String(known) === id?.[0]) ?? 1;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const line = getBusinessLine(locale, await lineId(params));
  return pageMetadata({
    locale,
    path: routes.businessLine(line.value),
    title: line.label,
    description: line.info,
    picture: line.img.alt,
  });
}

export default async function BusinessLinePage({ params }: Props) {
  const locale = await pageLocale(params);
  const line = getBusinessLine(locale, await lineId(params));
  const t = await getTranslations('businessLine');
  return (
    <>
      <ScrollToTop />
      <LineBanner line={line} />
      <div className="page-grid gap-y-16 py-16 md:py-24">
        {line.arr.map((list, i) => (
          <NumberedList
            key={list.key}
            list={list}
            className={i % 2 === 0 ? 'md:col-span-6 md:col-start-2 md:pe-6' : 'md:col-span-6 md:col-start-8'}
          />
        ))}
      </div>
      <TopicCards topics={line.infoArr} />
      {line.bottomArr.map((block) => (
        <ExtraBlock key={block.key} block={block} />
      ))}
      <nav aria-labelledby="others" className="page-grid py-16 md:py-24">
        <h2 id="others" className="font-display text-2xl md:col-span-4 md:col-start-2">
          {t('others')}
        </h2>
        <div className="mt-6 md:col-span-8 md:col-start-6 md:mt-0">
          <LineLinks except={line.value} />
        </div>
      </nav>
      <ContactBlock title={t('contactTitle')} text={t('contactText')} link={t('contactLink')} />
      <Breadcrumbs name={line.label} path={routes.businessLine(line.value)} />
    </>
  );
}
