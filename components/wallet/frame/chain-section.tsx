import { type ReactNode, type Ref, useId } from 'react';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { OwnText } from '@/components/wallet/display/own-amounts';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { sectionHeight } from './chain-sections-skeleton';

/** One network's section of a page: its name, the number of items, and the list or its empty state. */
export function ChainSection({
  chainId,
  name,
  level = 2,
  headingRef,
  count,
  failure,
  retryLabel,
  onRetry,
  loadingText,
  skeleton,
  emptyText,
  className,
  lead,
  list,
  children,
}: {
  chainId: number;
  name: string;
  /** Level of the heading, 3 if the page has a heading over the networks. */
  level?: 2 | 3;
  /** The heading, to move focus to it. */
  headingRef?: Ref<HTMLHeadingElement>;
  count: number;
  /** Error shown above the list, or null if there is none. */
  failure: string | null;
  retryLabel: string;
  onRetry: () => void;
  loadingText: string;
  /** Placeholder while the list loads, at most 9rem high, or null. */
  skeleton: ReactNode;
  emptyText: string;
  className: string;
  /** What comes before the list and its error. */
  lead?: ReactNode;
  /** The list, shown if it has any items. */
  list: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const Heading = `h${level}` as const;
  const isAbsent = failure !== null && count === 0;
  return (
    <section
      aria-labelledby={id}
      // Reserve the height of the empty state, so that the next network doesn't move if this one turns out to be empty. An error
      // takes only the height of its message.
      className={`grid content-start ${count > 0 || isAbsent ? '' : sectionHeight} ${className}`}
    >
      <Heading
        id={id}
        ref={headingRef}
        tabIndex={headingRef ? -1 : undefined}
        className={level === 2 ? 'text-xl' : 'outline-none'}
      >
        {name}
        {count > 0 ? (
          <span className={`figures ${level === 2 ? 'text-base' : 'text-sm'} text-muted`}>
            {' '}
            <span aria-hidden="true">· </span>
            <OwnText>{String(count)}</OwnText>
          </span>
        ) : null}
      </Heading>
      {lead}
      {failure === null ? null : (
        <ReadFailure
          chainIds={[chainId]}
          message={failure}
          shown={isAbsent ? 'nothing' : 'stale'}
          retryLabel={retryLabel}
          onRetry={onRetry}
        />
      )}
      {count > 0 ? (
        list
      ) : skeleton ? (
        <>
          <LoadingStatus text={loadingText} />
          <Placeholder>{skeleton}</Placeholder>
        </>
      ) : failure === null ? (
        <EmptyState>{emptyText}</EmptyState>
      ) : null}
      {children}
    </section>
  );
}
