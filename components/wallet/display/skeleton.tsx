import type { ReactNode } from 'react';
import { HeadingText } from '@/components/ui/heading-text';
import { leadClass } from './lead-text';

/** Placeholder for a short piece of content that is loading. */
export function Bar({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block max-w-full rounded-sharp bg-line ${/\bh-/.test(className) ? '' : 'h-3'} ${className}`}
    />
  );
}

/** Placeholder for a line of text. It is as high as a line in the font size that `size` sets, or that it inherits. */
export function TextBar({ className, size = '' }: { className: string; size?: string }) {
  return (
    <span className={`flex h-[1lh] min-w-0 items-center ${size}`}>
      <Bar className={`h-[0.7em] ${className}`} />
    </span>
  );
}

const ghostClass = 'rounded-sharp bg-line box-decoration-clone text-transparent select-none';

/** Placeholder that breaks into the same lines as the text of a LeadText. */
export function TextGhost({ className, children }: { className: string; children: string }) {
  return (
    <p className={`${leadClass} ${className}`}>
      <span className={ghostClass}>
        <HeadingText>{children}</HeadingText>
      </span>
    </p>
  );
}

/** Placeholder that breaks into the same lines as a small note. */
export function NoteGhost({ children }: { children: string }) {
  return (
    <p className="text-sm">
      <span className={ghostClass}>{children}</span>
    </p>
  );
}

/** Marks a placeholder as busy, and hides it from assistive technology, which reads the page's status text instead. */
export function Placeholder({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div aria-busy="true" className={className}>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Status text for screen readers while the page loads. Rendered once per page, and empty after loading. */
export function LoadingStatus({ text }: { text: string | null }) {
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

/** Renders the same placeholder several times. */
export function Repeat({ count, children }: { count: number; children: ReactNode }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same
    <div key={index}>{children}</div>
  ));
}

/** Placeholder for a list row with an icon, two lines, and a value. Has the same height as TokenRow and ActivityRow. */
function RowSkeleton({ className }: { className: string }) {
  return (
    <div
      className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line ${className}`}
    >
      <span className="size-9 rounded-full bg-line" />
      <span className="grid gap-2.5">
        <Bar className="w-24" />
        <Bar className="w-32" />
      </span>
      <span className="grid justify-items-end gap-2.5">
        <Bar className="w-16" />
        <Bar className="w-10" />
      </span>
    </div>
  );
}

/** Placeholders for list rows that are loading. */
export function RowSkeletons({
  count,
  rowClass = 'min-h-16',
}: {
  count: number;
  /** Class that sets the height of a row. */
  rowClass?: string;
}) {
  return (
    <div aria-hidden="true">
      <Repeat count={count}>
        <RowSkeleton className={rowClass} />
      </Repeat>
    </div>
  );
}

/** Placeholders for labeled figures. Each is as high as a FigureLine without a note. */
export function LineSkeletons({ count }: { count: number }) {
  return (
    <div className="border-t border-line text-sm">
      <Repeat count={count}>
        <div className="flex justify-between gap-4 border-b border-line py-2">
          <TextBar className="w-28" />
          <TextBar className="w-20" />
        </div>
      </Repeat>
    </div>
  );
}

/** Placeholders for large figures with their labels, side by side from `sm`. */
export function FigureSkeletons({ count }: { count: number }) {
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
      <Repeat count={count}>
        <TextBar size="text-sm" className="w-20" />
        <TextBar size="text-xl" className="w-36" />
      </Repeat>
    </div>
  );
}

/** Placeholder for a section's heading. */
export function HeadingSkeleton({ className = 'w-40' }: { className?: string }) {
  return <TextBar size="text-xl" className={className} />;
}

/** Placeholders for square pictures with two lines below. At most 9rem high, unless they wrap. */
export function TileSkeletons({ count }: { count: number }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-6 sm:gap-x-6">
      <Repeat count={count}>
        <div className="grid w-20">
          <span className="mb-2 block aspect-square rounded-soft bg-line" />
          <TextBar className="w-16" />
          <TextBar size="text-xs" className="w-12" />
        </div>
      </Repeat>
    </div>
  );
}
