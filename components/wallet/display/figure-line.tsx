import type { ReactNode } from 'react';

/** One contract value with its label and an optional note. */
export function FigureLine({
  label,
  note,
  children,
}: {
  label: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(5em,1fr)_minmax(0,auto)] items-baseline gap-x-4 border-b border-line py-2 text-sm has-[.amount-toggle]:min-h-11 last:border-b-0 last:pb-0">
      <dt className="text-balance">{label}</dt>
      <dd className="figures text-end break-keep">{children}</dd>
      {note ? <dd className="col-span-2 text-xs text-balance text-muted">{note}</dd> : null}
    </div>
  );
}

/** A value with its label, and an optional note below the label. */
export function FigureRow({
  label,
  note,
  children,
}: {
  label: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 has-[.amount-toggle]:min-h-11">
      <dt className="text-sm text-muted">
        {label}
        {note ? <span className="block text-xs">{note}</span> : null}
      </dt>
      <dd className="figures ms-auto text-end wrap-anywhere">{children}</dd>
    </div>
  );
}
