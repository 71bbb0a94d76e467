'use client';

import { useUnread } from '@/lib/messages/views/unread';
import { COUNT_PLACE } from '../site-dialog-props';

/** Larger numbers don't fit the mark. The text for screen readers has the exact number. */
const MOST = 99;

/**
 * Number of unread messages inside the link to them. The text for screen readers is a prop, because static pages
 * provide no messages to client components.
 */
export function UnreadMark({ text }: { text: string }) {
  const count = useUnread((state) => state.count);
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden="true" className="unread-mark figures">
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span className="sr-only">, {text.replace(COUNT_PLACE, String(count))}</span>
    </>
  );
}
