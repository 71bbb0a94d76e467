import { useEffect } from 'react';
import { onRename } from '@/lib/api/use-profile';
import type { Messenger } from '@/lib/messages/messenger-type';
import { hasQuote } from '@/lib/validation/name';
import { useReported } from './use-messenger-action';

/**
 * Shares the new profile name when the user changes it in this tab, if they share it. Each tab caches the profile, so if every tab
 * shared its cached name, two tabs would keep overwriting each other's.
 */
export function SharedName({ messenger }: { messenger: Messenger }) {
  const report = useReported();
  useEffect(
    () =>
      onRename((name) => {
        const { phase, settings } = messenger.getSnapshot();
        if (phase !== 'ready' || !settings.sharedName || settings.sharedName === name) return;
        // Without a name to share, the messages page asks for another one.
        void report(() => messenger.setSettings({ sharedName: hasQuote(name) ? null : name }));
      }),
    [messenger, report],
  );
  return null;
}
