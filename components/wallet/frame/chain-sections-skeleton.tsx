import type { ReactNode } from 'react';
import { HeadingSkeleton, Repeat } from '@/components/wallet/display/skeleton';

/** Class that reserves the height of an empty network's section. */
export const sectionHeight = 'min-h-76 sm:min-h-64';

/** Number of sections to show before the networks are known. */
const FEW_SECTIONS = 2;

/** Placeholder for a page with an introduction and one section per network. */
export function ChainSectionsSkeleton({
  intro,
  className,
  children,
}: {
  intro: ReactNode;
  /** Class of a section, as in ChainSection. */
  className: string;
  /** Placeholder for a section's list. */
  children: ReactNode;
}) {
  return (
    <div className="grid gap-12">
      {intro}
      <Repeat count={FEW_SECTIONS}>
        <div className={`grid content-start ${sectionHeight} ${className}`}>
          <HeadingSkeleton />
          {children}
        </div>
      </Repeat>
    </div>
  );
}
