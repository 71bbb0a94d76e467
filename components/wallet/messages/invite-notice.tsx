import { useTranslations } from 'next-intl';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { notify } from '@/lib/browser/notices';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { InvitationView } from '@/lib/messages/protocol/view-types';
import { useMessengerAction, useReported } from './use-messenger-action';

/** Name of the code in an invite link's fragment, which browsers don't send to the server. */
const PARAMETER = 'invite';

const readCode = () => new URLSearchParams(window.location.hash.slice(1)).get(PARAMETER) ?? '';
const watchFragment = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

/** Returns the link to this page with an invite code. */
export function inviteLink(code: string): string {
  const url = new URL(window.location.pathname, window.location.origin);
  url.hash = `${PARAMETER}=${code}`;
  return url.href;
}

/** React hook that returns the invite code in the URL, or an empty string. */
export const useInviteCode = (): string => useSyncExternalStore(watchFragment, readCode, () => '');

/** Notice that the invitation in the URL stays pending until the user turns on messages. */
export function InviteWaits() {
  const t = useTranslations('wallet.messages.invite');
  return useInviteCode() === '' ? null : (
    <p role="status" className="border-s-2 border-water ps-3">
      {t('waits')}
    </p>
  );
}

/**
 * Asks whether to join the room of the invite link that opened this page. Immediately removes the code from the URL.
 */
export function InviteNotice({
  messenger,
  nameOf,
}: {
  messenger: Messenger;
  nameOf: (address: Address) => string;
}) {
  const t = useTranslations('wallet.messages.invite');
  const { run, isRunning } = useMessengerAction();
  const [code, setCode] = useState('');
  useEffect(() => {
    const take = () => {
      const found = readCode();
      if (found === '') return;
      setCode(found);
      window.history.replaceState(null, '', window.location.pathname + window.location.search);
    };
    take();
    return watchFragment(take);
  }, []);
  if (code === '') return null;
  const invite = messenger.readInvite(code);
  if (!invite || isAddressEqual(invite.inviter, messenger.account))
    return (
      <p role="alert" className="border-s-2 border-error ps-3 text-sm">
        {t(invite ? 'own' : 'malformed')}
      </p>
    );
  return (
    <section aria-label={t('label')} className="grid gap-3 border-s-2 border-water ps-3">
      <p>{t('question', { name: nameOf(invite.inviter), room: invite.name })}</p>
      <span className="flex flex-wrap gap-3">
        <Button
          size="small"
          variant="primary"
          aria-disabled={isRunning}
          onClick={() =>
            void run(() => messenger.joinByInvite(code)).then((isDone) => {
              if (!isDone) return;
              notify('success', t('asked'));
              setCode('');
            })
          }
        >
          {t('join')}
        </Button>
        <Button size="small" onClick={() => setCode('')}>
          {t('ignore')}
        </Button>
      </span>
    </section>
  );
}

/** Answered invitations to rooms that this account isn't in yet. */
export function Invitations({
  messenger,
  invitations,
  nameOf,
}: {
  messenger: Messenger;
  invitations: readonly InvitationView[];
  nameOf: (address: Address) => string;
}) {
  const t = useTranslations('wallet.messages.invite');
  const report = useReported();
  return invitations.map(({ inviter, room, hasEnded }) => (
    <section
      key={inviter}
      aria-label={t('label')}
      className={`grid justify-items-start gap-2 border-s-2 ps-3 text-sm ${hasEnded ? 'border-warning' : 'border-line'}`}
    >
      <p role="status">{t(hasEnded ? 'ended' : 'pending', { name: nameOf(inviter), room })}</p>
      <Button size="small" onClick={() => void report(() => messenger.dismissInvitation(inviter))}>
        {t(hasEnded ? 'understood' : 'hide')}
      </Button>
    </section>
  ));
}
