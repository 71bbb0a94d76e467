import { type ReactNode, useId } from 'react';

/** Titled section of a messages dialog. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3 border-t border-line pt-4">
      <h3 id={id} className="text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}
