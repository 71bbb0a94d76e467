import { useTranslations } from 'next-intl';
import useSWR from 'swr';
import { CheckBox } from '@/components/ui/check-box';
import { QrCode } from '@/components/wallet/display/qr-code';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LineSkeletons } from '@/components/wallet/display/skeleton';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { ConversationView } from '@/lib/messages/protocol/view-types';
import { useReported } from './use-messenger-action';

/** The conversation's security code as digits and QR code, for comparison with other members. */
export function SecurityCode({
  messenger,
  conversation: { id, participants, isVerified },
}: {
  messenger: Messenger;
  conversation: ConversationView;
}) {
  const t = useTranslations('wallet.messages.code');
  const report = useReported();
  // The code depends on the devices of all members.
  const devices = participants.flatMap(({ devices: keys }) => keys).join();
  const {
    data: groups,
    error,
    mutate,
  } = useSWR(['messages/securityCode', messenger.account, id, devices], () => messenger.securityCode(id));
  if (error && !groups)
    return <RetryAlert message={t('failed')} retryLabel={t('retry')} onRetry={() => void mutate()} />;
  if (!groups) return <LineSkeletons count={3} />;
  if (groups.length === 0) return null;
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-sm text-muted">{t('how')}</p>
      <ol className="grid grid-cols-4 gap-x-4 gap-y-1 font-mono text-lg" aria-label={t('digits')}>
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups may be equal, and their order is the code
          <li key={index}>{group}</li>
        ))}
      </ol>
      <QrCode value={groups.join('')} label={t('qr')} />
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <CheckBox
          checked={isVerified}
          onChange={({ target }) =>
            void report(() => messenger.setVerified(id, target.checked ? groups : null))
          }
        />
        {t('compared')}
      </label>
    </div>
  );
}
