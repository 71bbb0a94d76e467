import type { ReactNode } from 'react';

/**
 * A titled part of the gallery, shown in the page's theme and in the dark theme. `id` is its anchor. `children` returns
 * the content of copy 1 or 2.
 */
export function GalleryGroup({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: (copy: number) => ReactNode;
}) {
  return (
    <div className="grid gap-4 py-6">
      <h3 id={id} className="font-display text-lg">
        {title}
      </h3>
      <div className="grid min-w-0 gap-4 xl:grid-cols-2 xl:gap-6">
        {['bg-raised', 'night'].map((theme, index) => (
          <div key={theme} className={`min-w-0 rounded-soft border border-line px-4 md:px-6 ${theme}`}>
            {children(index + 1)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** A titled list of groups. */
export function GallerySection({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="border-t border-line py-10">
      <h2 id={id} className="font-display text-xl">
        {title}
      </h2>
      <p className="measure mt-2 text-sm text-muted">{text}</p>
      {children}
    </section>
  );
}
