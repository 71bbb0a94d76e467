import { useTranslations } from 'next-intl';
import { extraField } from '@/components/site/art/fields';
import { HeadingText } from '@/components/ui/heading-text';
import type { BusinessLine, TitledList } from '@/lib/content/types';
import { ArtPicture } from '../art/art-picture';
import { drawingOf } from '../drawings/drawing';

/** The sub-topics in a row, each with a drawing. */
export function TopicCards({ topics }: { topics: BusinessLine['infoArr'] }) {
  const t = useTranslations('businessLine');
  return (
    <section aria-labelledby="topics" className="page-width py-16 md:py-24">
      <h2 id="topics" className="font-display text-2xl">
        {t('topics')}
      </h2>
      <ul className="mt-8 grid gap-x-6 gap-y-12 md:grid-cols-3 lg:gap-x-8">
        {topics.map((topic) => (
          <li key={topic.key}>
            <div className="overflow-clip rounded-soft border border-line bg-raised">
              <ArtPicture
                art={drawingOf(topic.img, 'topic')}
                label={topic.img.alt}
                className="hidden aspect-4/3 w-full md:block"
              />
              <ArtPicture
                art={drawingOf(topic.phone_img, 'phoneTopic')}
                label={topic.phone_img.alt}
                className="block aspect-5/3 w-full md:hidden"
              />
            </div>
            <h3 className="mt-5 text-xl">{topic.title}</h3>
            {topic.list.map((label) => (
              <p key={label} className="measure mt-2 text-pretty text-muted">
                {label}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A dark block with content specific to this business line. */
export function ExtraBlock({ block }: { block: TitledList }) {
  const [first, ...rest] = block.list;
  return (
    <section
      aria-labelledby={`extra-${block.key}`}
      className="night page-grid relative isolate overflow-clip pt-20 pb-48 md:pt-28 md:pb-56"
    >
      <ArtPicture
        art={extraField}
        fit="none"
        className="absolute inset-x-0 bottom-0 -z-10 h-44 w-full text-water [grid-column:bleed] md:h-52"
      />
      <h2 id={`extra-${block.key}`} className="font-display text-3xl md:col-span-5 md:col-start-2">
        <HeadingText>{block.title}</HeadingText>
      </h2>
      <div className="mt-6 md:col-span-6 md:col-start-8 md:mt-2">
        <p className="measure text-lg">{first}</p>
        {rest.map((label) => (
          <p key={label} className="measure mt-5 text-muted">
            {label}
          </p>
        ))}
      </div>
    </section>
  );
}

/** A titled, numbered list. */
export function NumberedList({ list, className = '' }: { list: TitledList; className?: string }) {
  const id = `list-${list.key}`;
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="font-display text-2xl">
        {list.title}
      </h2>
      <ol className="mt-6 border-b border-line [counter-reset:line]">
        {list.list.map((label) => (
          <li
            key={label}
            className="figures grid grid-cols-[3.5rem_1fr] items-baseline border-t border-line py-4 [counter-increment:line] before:font-display before:text-2xl before:text-water before:content-[counter(line)]"
          >
            {label}
          </li>
        ))}
      </ol>
    </section>
  );
}
