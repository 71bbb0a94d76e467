import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { QrCode } from '@/components/wallet/display/qr-code';
import { CopyButton, TextButton } from '@/components/wallet/display/text-button';
import { notify } from '@/lib/browser/notices';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import { inviteLink } from './invite-notice';
import { useMessengerAction } from './use-messenger-action';

/** Creates an invite link to a room, and shows it as text and as a QR code. */
export function RoomInvite({
  messenger,
  id,
  name,
  isActive,
}: {
  messenger: Messenger;
  id: ConversationId;
  /** Name of the room. */
  name: string;
  /** Whether the room has a valid link, including one created earlier. */
  isActive: boolean;
}) {
  const t = useTranslations('wallet.messages.members');
  const { run } = useMessengerAction();
  const [made, setLink] = useState<string | null>(null);
  // A link also becomes invalid when it expires or a member is removed.
  const link = isActive ? made : null;
  const share = async (url: string) => {
    try {
      await navigator.share({ title: name, url });
    } catch (error) {
      // An AbortError means that the user closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) notify('error', t('shareFailed'));
    }
  };
  return (
    <>
      <div className="flex flex-wrap gap-x-5">
        <TextButton
          onClick={() =>
            void run(async () => {
              if (link) await messenger.withdrawInvite(id);
              setLink(inviteLink(await messenger.inviteCode(id)));
            })
          }
        >
          {t(link ? 'newInvite' : 'invite')}
        </TextButton>
        {isActive ? (
          <TextButton
            onClick={() =>
              void run(() => messenger.withdrawInvite(id)).then((isDone) => isDone && setLink(null))
            }
          >
            {t('withdraw')}
          </TextButton>
        ) : null}
      </div>
      {link ? (
        <div className="grid gap-1 text-sm">
          <p className="text-muted">{t('inviteNote')}</p>
          <QrCode value={link} label={t('qr', { room: name })} />
          <p className="text-muted">{t('scan')}</p>
          <p className="font-mono wrap-anywhere">{link}</p>
          <div className="flex flex-wrap gap-x-5">
            <CopyButton text={link} label={t('copyLink')} />
            {'share' in navigator ? (
              <TextButton onClick={() => void share(link)}>{t('share')}</TextButton>
            ) : null}
          </div>
        </div>
      ) : null}
    </>
  );
}
