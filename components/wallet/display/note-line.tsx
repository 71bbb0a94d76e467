import type { ReactNode } from 'react';

/**
 * Short notes with a dot between them. A line breaks between notes rather than inside one, and no dot starts or ends a
 * line: each dot belongs to the note after it, and the frame clips those at a line's start.
 */
export function NoteLine({
  notes,
}: {
  notes: readonly { key: string; content: ReactNode; className?: string }[];
}) {
  return (
    <span className="block overflow-clip">
      <span className="-ms-[1em] flex flex-wrap">
        {notes.map(({ key, content, className = '' }) => (
          <span
            key={key}
            // Without positions, so that a link that covers the whole row stays above it.
            className={`ps-[1em] -indent-[1em] wrap-break-word before:inline-block before:w-[1em] before:text-center before:indent-0 before:content-['·'] ${className}`}
          >
            {/* The space separates the notes for assistive technology and in copied text. */}
            {content}{' '}
          </span>
        ))}
      </span>
    </span>
  );
}
