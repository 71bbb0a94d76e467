import { useSWRConfig } from 'swr';
import { useSession } from '@/lib/session/session';
import { call } from './client';
import { userKey } from './hooks';
import type { AvatarResult, User } from './types';
import { type UploadOptions, upload } from './upload';

/**
 * Changes of the logged-in user. Each puts what the server answers in the place of what `useUser` gave, and throws an
 * ApiError after one warning where the server refuses.
 */
export function useProfile() {
  const key = userKey(useSession((state) => state.token));
  const { mutate } = useSWRConfig();
  const keep = async (user: User) => void (await mutate(key, user, { revalidate: false }));
  return {
    rename: async (name: string) => keep(await call<User>('/user/name', { body: { name } })),
    addInviter: async (code: string) => keep(await call<User>('/user/inviter', { body: { code } })),
    /** Throws the abort reason when cancelled; the server may have been faster, so it is asked what holds. */
    changeAvatar: async (file: File, options: UploadOptions) => {
      try {
        const { url } = await upload<AvatarResult>('/upload/avatar', file, options);
        const replace = (known?: User) => known && { ...known, avatar: url };
        await mutate<User>(key, replace, { revalidate: false });
      } catch (error) {
        if (options.signal?.aborted) void mutate(key).catch(() => undefined);
        throw error;
      }
    },
  };
}
