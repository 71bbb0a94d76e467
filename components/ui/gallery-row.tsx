import type { ReactNode } from 'react';

/** A labeled row of the component gallery. `name` is the component's name in code, and its state. */
export function GalleryRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-3 border-t border-line py-5 wrap-anywhere first:border-t-0">
      <p className="font-mono text-xs text-muted">{name}</p>
      {children}
    </div>
  );
}
