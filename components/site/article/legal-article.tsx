import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { TideBanner } from '@/components/site/art/tide-art';
import { getLegalText } from '@/lib/content/content';
import type { LegalName, LegalSection } from '@/lib/content/types';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import { BackLink } from '../back-link';
import { Breadcrumbs } from '../breadcrumbs';
import './article.css';

/** One numbered section of a legal document. Its ID is the anchor for the table of contents. */
function LegalSectionText({ section, number }: { section: LegalSection; number: number }) {
  return (
    <section
      id={section.id}
      aria-labelledby={`${section.id}-title`}
      className="border-t border-line pt-6 pb-4 mt-6"
    >
      <h2 id={`${section.id}-title`} className="figures flex gap-4 font-display text-xl">
        <span className="text-water">{number}</span>
        {section.title}
      </h2>
      {section.body.map((block) =>
        typeof block === 'string' ? (
          <p key={block} className="measure mt-4">
            {block}
          </p>
        ) : (
          <ul key={block[0]} className="measure mt-3 list-disc ps-6 marker:text-edge">
            {block.map((point) => (
              <li key={point} className="mt-1.5 ps-1">
                {point}
              </li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}

/** The table of contents: sticky beside the text on wide screens, above it on small ones. */
function ArticleContents({ sections, title }: { sections: readonly LegalSection[]; title: string }) {
  return (
    <nav
      aria-labelledby="contents"
      className="mb-10 lg:sticky lg:top-24 lg:embedded:top-8 lg:col-span-3 lg:col-start-2 lg:mb-0 lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto"
    >
      <h2 id="contents" className="text-sm text-muted">
        {title}
      </h2>
      <ol className="mt-2 border-b border-line">
        {sections.map((section, i) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              className="figures grid min-h-11 grid-cols-[2rem_1fr] items-center border-t border-line py-1.5 text-sm hover:bg-sunken hover:text-water"
            >
              <span className="text-muted">{i + 1}</span>
              {section.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A legal document with a table of contents next to it (ART-4). */
export function LegalArticle({ name }: { name: LegalName }) {
  const locale = useLocale();
  const t = useTranslations('article');
  const format = useFormatter();
  const text = getLegalText(locale, name);
  const day = format.dateTime(new Date(text.updated), { dateStyle: 'long' });
  return (
    <article className="article">
      <header className="page-grid relative isolate overflow-clip border-b border-line pt-6 pb-32 md:pt-8 md:pb-20">
        <div className="md:col-span-8 md:col-start-2">
          <BackLink home={getPathname({ href: routes.home, locale })}>{t('back')}</BackLink>
          <h1 className="mt-8 font-display text-3xl">{text.title}</h1>
          <p className="mt-4 text-muted">
            <time dateTime={text.updated}>{t('updated', { date: day })}</time>
          </p>
        </div>
        {/* Placed after the text, so that the first paint includes the text. */}
        <TideBanner
          seed={name === 'terms' ? 71 : 77}
          lines={16}
          height={420}
          left={[1, 1.06]}
          right={[0.06, 1.06]}
          swell={0.06}
          fit="xMaxYMax slice"
          className="absolute inset-x-0 bottom-0 -z-10 h-24 w-full text-water [grid-column:bleed] md:h-full md:mask-l-from-30% md:mask-l-to-50% print:hidden"
        />
      </header>
      <div className="page-grid items-start py-12 md:py-16">
        <ArticleContents sections={text.sections} title={t('contents')} />
        <div className="article-body lg:col-span-8 lg:col-start-6">
          {text.intro.map((paragraph) => (
            <p key={paragraph} className="measure mb-4 text-lg">
              {paragraph}
            </p>
          ))}
          {text.sections.map((section, i) => (
            <LegalSectionText key={section.id} section={section} number={i + 1} />
          ))}
          <p className="mt-10 print:hidden">
            <a
              href="#content"
              className="inline-flex min-h-11 items-center text-water underline underline-offset-4"
            >
              {t('toTop')}
            </a>
          </p>
        </div>
      </div>
      <Breadcrumbs name={text.title} path={routes[name]} />
    </article>
  );
}
