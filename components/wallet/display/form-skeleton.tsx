import type { ReactNode } from 'react';
import { Bar, HeadingSkeleton, Repeat, TextBar } from './skeleton';

/** Placeholder for an amount panel: the label, the large figure beside its token, the fiat value, and the balance. */
export function AmountSkeleton({ details = 'balance' }: { details?: 'balance' | 'note' }) {
  return (
    <div className="@container rounded-soft border border-line bg-paper">
      {/* In a narrow panel, the token is beside the label (amount-panel.css). Both are equally high. */}
      <div className="px-4 pt-3 pb-1">
        <div className="flex h-12 items-center justify-between gap-3 text-sm @min-[22rem]:h-6">
          <TextBar className="w-20" />
          <Bar className="h-12 w-28 @min-[22rem]:hidden" />
        </div>
        <div className="flex h-11 items-center justify-between gap-3 @min-[22rem]:h-17">
          <Bar className="h-7 w-16" />
          <Bar className="h-12 w-28 @max-[22rem]:hidden" />
        </div>
        <div className="flex h-11 items-center">
          <Bar className="w-24" />
        </div>
      </div>
      <div className="border-t border-line px-4 pt-2 pb-3">
        {details === 'note' ? (
          <TextBar size="text-sm" className="w-48" />
        ) : (
          <>
            <div className="flex h-11 items-center justify-between gap-3">
              <Bar className="w-40" />
              <Bar className="w-10" />
            </div>
            <div className="flex h-11 items-center">
              <Bar className="h-1 w-full" />
            </div>
            <div className="flex justify-between text-xs">
              <Repeat count={5}>
                <TextBar className="w-6" />
              </Repeat>
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** Placeholder for a labeled text field or select. */
export function FieldSkeleton() {
  return (
    <div className="text-sm">
      <TextBar className="w-24" />
      <div className="mt-1.5 h-13 rounded-sharp border border-line" />
    </div>
  );
}

/** Placeholder for a button of medium size. */
export function ButtonSkeleton({ className = 'w-full' }: { className?: string }) {
  return <Bar className={`h-12 ${className}`} />;
}

/** Placeholder for a row of tabs. */
export function TabsSkeleton({ count }: { count: number }) {
  return (
    <div className="flex border-b border-line">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tabs are all the same
        <span key={index} className="flex h-11 grow items-center justify-center px-2">
          <Bar className="w-14" />
        </span>
      ))}
    </div>
  );
}

/** Placeholder for a form with an amount and a button. `children` are placeholders for what is between the two. */
export function AmountFormSkeleton({ children }: { children?: ReactNode }) {
  return (
    <div className="grid gap-5">
      <AmountSkeleton />
      {children}
      <ButtonSkeleton />
    </div>
  );
}

/** Placeholder for the link to the fees. */
export function FeesLinkSkeleton() {
  return (
    <div className="flex h-11 items-center">
      <Bar className="w-24" />
    </div>
  );
}

/** Placeholder for the summary of a form: labeled figures, some with a note, and the link to the fees. */
export function SummarySkeleton({
  hasNotes,
  children,
}: {
  hasNotes: readonly boolean[];
  /** Placeholder between the figures and the link. */
  children?: ReactNode;
}) {
  return (
    <>
      <div className="border-t border-line">
        {hasNotes.map((hasNote, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
          <div key={index} className="border-b border-line py-2 last:border-b-0">
            <div className="flex justify-between gap-4 text-sm">
              <TextBar className="w-32" />
              <TextBar className="w-16" />
            </div>
            {hasNote ? <TextBar size="text-xs" className="w-48" /> : null}
          </div>
        ))}
      </div>
      {children}
      <FeesLinkSkeleton />
    </>
  );
}

/** Placeholder for an account's panel before its network is known: a heading, a select, and the form. */
export function PanelSkeleton({ children }: { children: ReactNode }) {
  return (
    <div className="grid content-start gap-5">
      <HeadingSkeleton />
      <FieldSkeleton />
      {children}
    </div>
  );
}
