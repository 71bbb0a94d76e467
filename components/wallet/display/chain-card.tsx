import { type ReactNode, useId } from 'react';
import { RetryAlert } from './retry-alert';

/** One network's section of a page: its content, a loading state with reserved height, or an error. */
export function ChainCard({
  name,
  icon,
  height,
  isLoading,
  loadingText,
  failure,
  retryLabel,
  onRetry,
  children,
}: {
  name: string;
  /** Icon of what the card is about, at most 28 pixels high, so that the heading keeps its height when it loads. */
  icon?: ReactNode;
  /**
   * Class that sets the minimum height to that of typical content, so that the next card doesn't move when this one
   * loads.
   */
  height: string;
  isLoading: boolean;
  loadingText: string;
  /** Error message from the last read, or null if the read succeeded. */
  failure: string | null;
  retryLabel: string;
  onRetry: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`grid content-start gap-5 rounded-soft border border-line bg-raised p-5 md:p-6 ${height}`}
    >
      <div className="flex items-center gap-3">
        {icon}
        <h2 id={id} className="text-xl">
          {name}
        </h2>
      </div>
      {failure === null ? null : <RetryAlert message={failure} retryLabel={retryLabel} onRetry={onRetry} />}
      {children}
      {isLoading ? (
        <>
          <p role="status" className="sr-only">
            {loadingText}
          </p>
          <div aria-busy="true" className="busy-line" />
        </>
      ) : null}
    </section>
  );
}
