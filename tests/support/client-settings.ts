import { configureApi } from '@/lib/api/settings';
import { startSession } from '@/lib/session/session';

/** Sets the client's language and wording, as every page does when it starts. */
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
