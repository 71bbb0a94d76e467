import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LeaderCard } from '@/components/site/about/leader-card';
import { ArtPicture } from '@/components/site/art/art-picture';
import { aboutField } from '@/components/site/art/fields';
import { Breadcrumbs } from '@/components/site/breadcrumbs';
import { LineLinks } from '@/components/site/business-line/line-links';
import { ContactBlock } from '@/components/site/contact-block';
import { HeadingText } from '@/components/ui/heading-text';
import { getLeaders } from '@/lib/content/content';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import { routes } from '@/lib/routes';

type Props = PageProps<'/[locale]/about'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getTranslations('about');
  return pageMetadata({
    locale,
    path: routes.about,
    title: t('metaTitle'),
    description: t('metaDescription'),
    picture: t('metaPicture'),
  });
}

export default async function AboutPage({ params }: Props) {
  const locale = await pageLocale(params);
  const t = await getTranslations('about');
  return (
    <>
      <header className="page-grid relative isolate overflow-clip border-b border-line pt-16 pb-56 md:pt-28 md:pb-80">
        <ArtPicture
          art={aboutField}
          fit="none"
          className="absolute inset-x-0 bottom-0 -z-10 h-60 w-full text-water [grid-column:bleed] md:h-full"
        />
        <h1 className="font-display text-4xl md:col-span-9 md:col-start-2">{t('title')}</h1>
        <p className="measure mt-6 text-lg text-muted md:col-span-6 md:col-start-2">{t('lead')}</p>
      </header>
      <section aria-labelledby="story" className="page-grid py-16 md:py-24">
        <h2 id="story" className="font-display text-2xl md:col-span-4 md:col-start-2">
          <HeadingText>{t('storyTitle')}</HeadingText>
        </h2>
        <div className="md:col-span-7 md:col-start-7">
          <p className="measure mt-6 text-lg md:mt-0">{t('story.first')}</p>
          <p className="measure mt-5 text-muted">{t('story.second')}</p>
        </div>
      </section>
      <nav aria-labelledby="lines" className="page-grid pb-16 md:pb-24">
        <h2 id="lines" className="font-display text-2xl md:col-span-4 md:col-start-2">
          {t('linesTitle')}
        </h2>
        <div className="mt-6 md:col-span-7 md:col-start-7 md:mt-0">
          <LineLinks />
        </div>
      </nav>
      <section aria-labelledby="leadership" className="border-t border-line bg-raised py-16 md:py-24">
        <div className="page-width">
          <h2 id="leadership" className="font-display text-3xl">
            {t('leadershipTitle')}
          </h2>
          <p className="mt-3 text-sm text-muted">{t('sample')}</p>
          <div className="mt-10 grid items-start gap-x-8 gap-y-12 md:grid-cols-2">
            {getLeaders(locale).map((leader) => (
              <LeaderCard key={leader.key} leader={leader} />
            ))}
          </div>
        </div>
      </section>
      <ContactBlock title={t('closingTitle')} text={t('closingText')} link={t('contactLink')} />
      <Breadcrumbs name={t('metaTitle')} path={routes.about} />
    </>
  );
}
