import type { ReactNode } from 'react';

/** One figure with its name. */
export function FigureRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures ms-auto text-end wrap-anywhere">{children}</dd>
    </div>
  );
}
