import { useEffect } from 'react';
import { useUser } from '@/lib/api/hooks';
import type { Messenger } from '@/lib/messages/messenger-type';
import { useMessengerSnapshot } from './use-messenger';
import { useReported } from './use-messenger-action';

/** Keeps the shared name the same as the profile name, which the user can also change on other pages and devices. */
export function SharedName({ messenger }: { messenger: Messenger }) {
  const { data: user } = useUser();
  const report = useReported();
  const { phase, settings } = useMessengerSnapshot(messenger);
  const { sharedName } = settings;
  const name = user?.name ?? null;
  const isOther = phase === 'ready' && Boolean(sharedName) && name !== null && name !== sharedName;
  useEffect(() => {
    if (isOther) void report(() => messenger.setSettings({ sharedName: name }));
  }, [isOther, name, messenger, report]);
  return null;
}
