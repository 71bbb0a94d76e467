import { useTranslations } from 'next-intl';
import type { BusinessLine } from '@/lib/content/types';
import { ArtPicture } from '../art/art-picture';
import { drawingOf } from '../drawings/drawing';

/** The row of sub-topics, each with its drawing. */
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
