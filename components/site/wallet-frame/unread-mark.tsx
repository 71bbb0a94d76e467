'use client';

import { useTranslations } from 'next-intl';
import { useUnread } from '@/lib/wallet/messages/unread';

/** Dot inside a link that leads to unread messages. Says their number to screen readers. */
export function UnreadMark() {
  const t = useTranslations('wallet.messages');
  const count = useUnread((unread) => unread.count);
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden="true" className="unread-mark" />
      <span className="sr-only">, {t('unread', { count })}</span>
    </>
  );
}
