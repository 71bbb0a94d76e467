import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { notify } from '@/lib/browser/notices';
import type { Messenger } from '@/lib/wallet/messages/messenger/types';
import { useMessengerAction } from './use-messenger-action';

/** Asks whether to join the room whose invite link opened this page. The code is in the fragment, and leaves it at once. */
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
      const fragment = window.location.hash.slice(1);
      if (fragment === '') return;
      setCode(fragment);
      window.history.replaceState(null, '', window.location.pathname + window.location.search);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  if (code === '') return null;
  const invite = messenger.readInvite(code);
  if (!invite)
    return (
      <p role="alert" className="border-s-2 border-error ps-3 text-sm">
        {t('malformed')}
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
