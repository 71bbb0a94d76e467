import { type ReactNode, useId } from 'react';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { RetryAlert } from '@/components/wallet/display/retry-alert';

/** One network's section of a page: its name, the number of items, and the list or its empty state. */
export function ChainSection({
  name,
  count,
  failure,
  retryLabel,
  onRetry,
  isLoading,
  loadingText,
  skeleton,
  emptyText,
  className,
  list,
  children,
}: {
  name: string;
  count: number;
  /** Error shown above the list, or null if there is none. */
  failure: string | null;
  retryLabel: string;
  onRetry: () => void;
  isLoading: boolean;
  loadingText: string;
  /** Placeholder for the list, at most 9rem high. */
  skeleton: ReactNode;
  emptyText: string;
  className: string;
  /** The list, shown if it has any items. */
  list: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      // Reserve the height of the empty state, so that the next network doesn't move when this one loads.
      className={`grid content-start ${count > 0 ? '' : 'min-h-76 sm:min-h-64'} ${className}`}
    >
      <h2 id={id} className="text-xl">
        {name}{' '}
        {count > 0 ? (
          <span className="figures text-base text-muted">
            <span aria-hidden="true">· </span>
            {count}
          </span>
        ) : null}
      </h2>
      {failure === null ? null : <RetryAlert message={failure} retryLabel={retryLabel} onRetry={onRetry} />}
      {count > 0 ? (
        list
      ) : isLoading ? (
        <>
          <p role="status" className="sr-only">
            {loadingText}
          </p>
          <div aria-busy="true">{skeleton}</div>
        </>
      ) : failure === null ? (
        <EmptyState>{emptyText}</EmptyState>
      ) : null}
      {children}
    </section>
  );
}
