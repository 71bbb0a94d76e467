import { configureApi } from '@/lib/api/settings';
import { startSession } from '@/lib/session/session';

/** Tells the client what every page tells it first: its language and wording. */
export function configureClient(): void {
  const wording = {
    offline: 'offline',
    timeout: 'slow',
    tooMany: 'too many',
    unavailable: 'down',
    malformed: 'odd',
  };
  configureApi({ wording, locale: 'zh-Hant' });
  startSession({
    wording: { disconnected: 'disconnected' },
    revoke: async () => undefined,
    loadChanges: () => import('@/lib/session/session-changes'),
  });
}
