import { type ReactNode, useId } from 'react';
import { cardClass } from './chain-cards-skeleton';
import { ReadFailure } from './read-failure';
import { Placeholder } from './skeleton';

/** One network's section of a page: its content, a placeholder with reserved height, or an error. */
export function ChainCard({
  chainId,
  name,
  icon,
  mark,
  height,
  skeleton,
  failure,
  isAbsent,
  retryLabel,
  onRetry,
  children,
}: {
  chainId: number;
  name: string;
  /** Icon of what the card is about, at most 28 pixels high, so that the heading keeps its height when it loads. */
  icon?: ReactNode;
  /** State of what the card is about, at the end of the heading. */
  mark?: ReactNode;
  /**
   * Class that sets the minimum height to that of typical content, so that the next card doesn't move when this one
   * loads.
   */
  height: string;
  /** Placeholder while the content loads, or null. It must fit into the minimum height. */
  skeleton: ReactNode;
  /** Error message from the last read, or null if the read succeeded. */
  failure: string | null;
  /** Whether there is nothing to show. If the read has failed, the card then takes only the height of the message. */
  isAbsent: boolean;
  retryLabel: string;
  onRetry: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${cardClass} ${failure !== null && isAbsent ? '' : height}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex items-center gap-3">
          {icon}
          <h2 id={id} className="text-xl">
            {name}
          </h2>
        </div>
        {mark}
      </div>
      {failure === null ? null : (
        <ReadFailure
          chainIds={[chainId]}
          message={failure}
          shown={isAbsent ? 'nothing' : 'stale'}
          retryLabel={retryLabel}
          onRetry={onRetry}
        />
      )}
      {children}
      {skeleton ? <Placeholder>{skeleton}</Placeholder> : null}
    </section>
  );
}
