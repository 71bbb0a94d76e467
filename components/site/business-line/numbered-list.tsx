import type { TitledList } from '@/lib/content/types';

/** A titled list with large figures. */
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
