import { useSWRConfig } from 'swr';
import { useSession } from '@/lib/session/session';
import { ApiError, call } from './client';
import { userKey } from './hooks';
import type { AvatarResult, User } from './types';
import { type UploadOptions, upload } from './upload';

const renameListeners = new Set<(name: string) => void>();

/** Calls a function with each name that the user saves in this tab. Returns a function that stops this. */
export function onRename(listener: (name: string) => void): () => void {
  renameListeners.add(listener);
  return () => void renameListeners.delete(listener);
}

/**
 * React hook that returns functions to change the signed-in user. Each function updates `useUser` with the server's
 * response. If the server rejects a change, it throws an ApiError, which the form shows.
 */
export function useProfile() {
  const key = userKey(useSession((state) => state.token));
  const { mutate } = useSWRConfig();
  const keep = async (user: User) => void (await mutate(key, user, { revalidate: false }));
  return {
    rename: async (name: string) => {
      await keep(await call<User>('/user/name', { body: { name }, silent: true }));
      for (const listener of renameListeners) listener(name);
    },
    addInviter: async (code: string) =>
      keep(await call<User>('/user/inviter', { body: { code }, silent: true })),
    /** Throws the abort reason if canceled. Then also refetches the user, because the upload may have finished. */
    changeAvatar: async (file: File, options: UploadOptions) => {
      try {
        const { url } = await upload<AvatarResult>('/upload/avatar', file, { ...options, silent: true });
        const replace = (known?: User) => known && { ...known, avatar: url };
        await mutate<User>(key, replace, { revalidate: false });
      } catch (error) {
        if (options.signal?.aborted) void mutate(key).catch(() => undefined);
        throw error;
      }
    },
  };
}

type Issue = { path: string; message: string };

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** Returns an ApiError's message for a field, or its general message if there is none. Rethrows other errors. */
export function fieldProblem(error: unknown, field: string): string {
  if (!(error instanceof ApiError)) throw error;
  const { data } = error;
  const issues: unknown = typeof data === 'object' && data !== null && 'issues' in data ? data.issues : [];
  const issue = Array.isArray(issues) ? issues.filter(isIssue).find(({ path }) => path === field) : undefined;
  return issue?.message ?? error.message;
}
