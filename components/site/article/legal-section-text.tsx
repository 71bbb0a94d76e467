import type { LegalSection } from '@/lib/content/types';

/** One numbered section of a legal text; its id is the anchor of the table of contents. */
export function LegalSectionText({ section, number }: { section: LegalSection; number: number }) {
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
