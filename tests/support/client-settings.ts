import { configureApi } from '@/lib/api/api-settings';
import { startSession } from '@/lib/session/session';

/** Sets the client's language to English, for tests that reach no server and read none of its wording. */
export function configureOfflineApi(): void {
  const wording = { offline: '-', timeout: '-', tooMany: '-', unavailable: '-' };
  configureApi({ wording, locale: 'en' });
}

/** Sets the client's language and wording, as every page does when it starts. */
export function configureClient(): void {
  const wording = {
    offline: 'offline',
    timeout: 'slow',
    tooMany: 'too many',
    unavailable: 'down',
  };
  configureApi({ wording, locale: 'zh-Hant' });
  startSession({
    wording: { disconnected: 'disconnected' },
    revoke: async () => undefined,
    loadChanges: () => import('@/lib/session/session-changes'),
  });
}
