import { useEffect } from 'react';
import { onRename } from '@/lib/api/use-profile';
import type { Messenger } from '@/lib/messages/messenger-type';
import { hasQuote } from '@/lib/validation/name';
import { useReported } from './use-messenger-action';

/**
 * Shares the profile name anew when the user changes it in this tab, if it is shared. All tabs have the same settings, but
 * each caches the profile. If each shared its cached name, two tabs would overwrite each other's without end.
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
