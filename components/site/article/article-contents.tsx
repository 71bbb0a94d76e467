import type { LegalSection } from '@/lib/content/types';

/** The table of contents: stays in view beside the text on wide screens, lies above it on small ones. */
export function ArticleContents({ sections, title }: { sections: readonly LegalSection[]; title: string }) {
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
