import type { ReactNode } from 'react';
import { HeadingText } from '../heading-text';

/** A floor's headline and, under it, its description. */
export function FloorTitle({
  title,
  lead,
  tag,
  className = '',
}: {
  title: string;
  lead?: string;
  /** Above the headline. */
  tag?: ReactNode;
  className?: string;
}) {
  return (
    <div className={className}>
      {tag}
      <h2 className="font-display text-3xl">
        <HeadingText>{title}</HeadingText>
      </h2>
      {lead ? <p className="mt-5 max-w-[32em] text-lg text-muted">{lead}</p> : null}
    </div>
  );
}
