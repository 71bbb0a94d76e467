import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { TideBanner } from '@/components/site/art/tide-art';
import type { ArticleSection } from '@/lib/content/types';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import { BackLink } from '../back-link';
import { Breadcrumbs } from '../breadcrumbs';
import { SiteLink } from '../site-link';
import './article.css';

const LINK = 'inline-flex min-h-11 items-center text-water underline underline-offset-4';

/** A section's paragraphs, lists, and links. */
function SectionText({ body, links = [] }: Pick<ArticleSection, 'body' | 'links'>) {
  return (
    <>
      {body.map((block) =>
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
      {links.length > 0 ? (
        <p className="mt-2 flex flex-wrap gap-x-6">
          {links.map(({ href, label }) =>
            href.startsWith('/') ? (
              <SiteLink key={href} href={href} className={LINK}>
                {label}
              </SiteLink>
            ) : (
              <a key={href} href={href} className={`${LINK} break-all`}>
                {label ?? href.replace(/^mailto:/, '')}
              </a>
            ),
          )}
        </p>
      ) : null}
    </>
  );
}

/** One numbered section, with its topics. Its ID and those of its topics are anchors for the table of contents. */
function Section({ section, number }: { section: ArticleSection; number: number }) {
  const { id, title, topics = [] } = section;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t border-line pt-6 pb-4 mt-6">
      <h2 id={`${id}-title`} className="figures flex gap-4 font-display text-xl">
        <span className="text-water">{number}</span>
        {title}
      </h2>
      <SectionText {...section} />
      {topics.map((topic) => (
        <section key={topic.id} id={topic.id} aria-labelledby={`${topic.id}-title`} className="mt-8">
          <h3 id={`${topic.id}-title`} className="text-lg font-[550]">
            {topic.title}
          </h3>
          <SectionText {...topic} />
        </section>
      ))}
    </section>
  );
}

/** The table of contents: sticky beside the text on wide screens, above it on small ones. */
function ArticleContents({ sections, title }: { sections: readonly ArticleSection[]; title: string }) {
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
          <li key={section.id} className="border-t border-line">
            <a
              href={`#${section.id}`}
              className="figures grid min-h-11 grid-cols-[2rem_1fr] items-center py-1.5 text-sm hover:bg-sunken hover:text-water"
            >
              <span className="text-muted">{i + 1}</span>
              {section.title}
            </a>
            {section.topics ? (
              <ul className="pb-2">
                {section.topics.map((topic) => (
                  <li key={topic.id}>
                    <a
                      href={`#${topic.id}`}
                      className="flex min-h-11 items-center py-1.5 ps-8 text-sm text-muted hover:bg-sunken hover:text-water"
                    >
                      {topic.title}
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface ArticleProps {
  title: string;
  intro: readonly string[];
  sections: readonly ArticleSection[];
  /** Path from lib/routes.ts. */
  path: string;
  /** Seed of the drawing behind the title. */
  seed: number;
  /** Shown below the title. */
  children?: ReactNode;
}

/** A long text with a table of contents next to it (ART-4). */
export function Article({ title, intro, sections, path, seed, children }: ArticleProps) {
  const locale = useLocale();
  const t = useTranslations('article');
  return (
    <article className="article">
      <header className="page-grid relative isolate overflow-clip border-b border-line pt-6 pb-32 md:pt-8 md:pb-20">
        <div className="md:col-span-8 md:col-start-2">
          <BackLink home={getPathname({ href: routes.home, locale })}>{t('back')}</BackLink>
          <h1 className="mt-8 font-display text-3xl">{title}</h1>
          {children}
        </div>
        {/* Placed after the text, so that the first paint includes the text. */}
        <TideBanner
          seed={seed}
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
        <ArticleContents sections={sections} title={t('contents')} />
        <div className="article-body lg:col-span-8 lg:col-start-6">
          {intro.map((paragraph) => (
            <p key={paragraph} className="measure mb-4 text-lg">
              {paragraph}
            </p>
          ))}
          {sections.map((section, i) => (
            <Section key={section.id} section={section} number={i + 1} />
          ))}
          <p className="mt-10 print:hidden">
            <a href="#content" className={LINK}>
              {t('toTop')}
            </a>
          </p>
        </div>
      </div>
      <Breadcrumbs name={title} path={path} />
    </article>
  );
}
