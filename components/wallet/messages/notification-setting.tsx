import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import type { Address } from 'viem';
import { CheckBox } from '@/components/ui/check-box';
import { notificationAccess, requestNotifications } from '@/lib/browser/notifications';
import { setNotified, useNotifiedAccounts } from '@/lib/messages/views/account-marks';
import { useReported } from './use-messenger-action';

/** Checkbox for notifications in this browser. Not shown in browsers without them, such as web views. */
export function NotificationSetting({ account }: { account: Address }) {
  const t = useTranslations('wallet.messages.notifications');
  const id = useId();
  const report = useReported();
  const isChosen = useNotifiedAccounts(({ entries }) => entries.includes(account.toLowerCase()));
  const [access, setAccess] = useState(notificationAccess);
  if (access === 'unsupported') return null;
  const change = async (isWanted: boolean) => {
    const answer = isWanted ? await requestNotifications() : access;
    setAccess(answer);
    setNotified(account, isWanted && answer === 'granted');
  };
  return (
    <div className="grid">
      <label className="flex min-h-12 items-center gap-3">
        <CheckBox
          checked={isChosen && access === 'granted'}
          aria-describedby={id}
          onChange={({ target }) => void report(() => change(target.checked))}
        />
        {t('label')}
      </label>
      <p id={id} className="ps-9 text-sm text-muted" aria-live="polite">
        {t(access === 'denied' ? 'denied' : 'hint')}
      </p>
    </div>
  );
}
