import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useUnreadCount } from '@/lib/api/hooks';
import { withoutLocale } from '@/lib/i18n/routing';
import { useReadArticles, watchReadArticles } from '@/lib/preferences/read-articles';
import { isWalletPath } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { COUNT_PLACE } from '../site-dialog-props';

/** Larger numbers don't fit the badge. The accessible name has the exact count. */
const MOST = 9;

/**
 * Shows the unread count on each bell button and adds it to the bell's accessible name. On public pages, people who have
 * neither signed in nor read an announcement see no count, because nothing there is news to them. The badge ignores pointer
 * events, because React would dispatch them to this component's parents instead of the button that contains the badge.
 */
export function UnreadBadge({ places, wording }: { places: readonly Element[]; wording: string }) {
  const count = useUnreadCount().data?.count ?? 0;
  useEffect(watchReadArticles, []);
  const isSignedIn = useSession((state) => state.token !== null);
  const isReader = useReadArticles((state) => state.entries.length > 0);
  const isInWallet = isWalletPath(withoutLocale(usePathname()));
  if (count === 0 || !(isSignedIn || isReader || isInWallet)) return null;
  return places.map((bell, index) =>
    createPortal(
      <>
        <span className="pointer-events-none sr-only"> {wording.replace(COUNT_PLACE, String(count))}</span>
        <span
          aria-hidden="true"
          className="figures pointer-events-none absolute start-5 top-1 min-w-[1.125rem] rounded-sharp bg-water px-1 text-center text-[0.6875rem] leading-[1.125rem] font-[550] text-on-water forced-colors:border"
        >
          {count > MOST ? `${MOST}+` : count}
        </span>
      </>,
      bell.querySelector('[data-unread]') ?? bell,
      index,
    ),
  );
}
