import type { TitledList } from '@/lib/content/types';
import { ArtPicture } from '../art/art-picture';
import { extraField } from '../art/fields';
import { HeadingText } from '../heading-text';

/** A block on night water for what only this business line has. */
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
