'use client';

import { useUnread } from '@/lib/messages/views/unread';

/**
 * Dot inside a link that leads to unread messages, and its text for screen readers. The text is a prop, because static
 * pages provide no messages to client components.
 */
export function UnreadMark({ text }: { text: string }) {
  const hasUnread = useUnread(({ count }) => count > 0);
  if (!hasUnread) return null;
  return (
    <>
      <span aria-hidden="true" className="unread-mark" />
      <span className="sr-only">, {text}</span>
    </>
  );
}
