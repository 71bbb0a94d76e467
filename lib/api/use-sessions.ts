import useSWR from 'swr';
import { useSession } from '@/lib/session/session';
import { call } from './client';
import type { EndedSessions, UserSession } from './types';

/** React hook that returns the account's sessions, and a function that ends the others. Requires a session. */
export function useSessions() {
  const token = useSession((state) => state.token);
  const read = useSWR(token === null ? null : ['/user/sessions', token], ([path]) =>
    call<UserSession[]>(path, { silent: true }),
  );
  return {
    ...read,
    /** Returns how many sessions were ended. @throws ApiError after a warning was shown. */
    endOthers: async (): Promise<number> => {
      const { ended } = await call<EndedSessions>('/user/endOtherSessions', { body: {} });
      await read.mutate();
      return ended;
    },
  };
}
