/** Web lock that visible tabs of this site hold, so that hidden tabs know that the user is here. */
const VISIBLE_TAB = 'tidewell.visible';

/** What this browser allows: `unsupported` also means that only a service worker could show notifications. */
export type NotificationAccess = NotificationPermission | 'unsupported';

/** Returns whether this site may show notifications (Notifications API). */
export const notificationAccess = (): NotificationAccess =>
  'Notification' in window ? Notification.permission : 'unsupported';

/** Asks the user for permission. Call it from an event handler of a click. Returns the answer. */
export const requestNotifications = async (): Promise<NotificationAccess> =>
  'Notification' in window ? Notification.requestPermission() : 'unsupported';

/** Holds the lock of visible tabs while this tab is visible. Returns the cleanup function. */
export function holdWhileVisible(): () => void {
  let release: AbortController | null = null;
  const update = () => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible === (release !== null)) return;
    release?.abort();
    release = isVisible ? new AbortController() : null;
    const signal = release?.signal;
    if (!signal) return;
    void navigator.locks.request(
      VISIBLE_TAB,
      { mode: 'shared' },
      () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    );
  };
  update();
  document.addEventListener('visibilitychange', update);
  return () => {
    document.removeEventListener('visibilitychange', update);
    release?.abort();
  };
}

async function isAnyTabVisible(): Promise<boolean> {
  if (document.visibilityState === 'visible') return true;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === VISIBLE_TAB);
}

/**
 * Shows a notification if no tab of this site is visible and the user allows it. A notification replaces an earlier one
 * with the same tag, also of another tab. `onOpen` runs when the user clicks it, after the tab was focused.
 */
export async function showNotification(
  title: string,
  { tag, onOpen }: { tag: string; onOpen: () => void },
): Promise<void> {
  if (notificationAccess() !== 'granted' || (await isAnyTabVisible())) return;
  let shown: Notification;
  try {
    shown = new Notification(title, { tag, icon: '/icons/icon-192.png' });
  } catch (error) {
    // Chrome on Android has the constructor, but only service workers may show notifications there.
    if (error instanceof TypeError) return;
    throw error;
  }
  shown.onclick = () => {
    window.focus();
    shown.close();
    onOpen();
  };
}
