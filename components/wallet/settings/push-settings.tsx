import { useTranslations } from 'next-intl';
import { useEffect, useId, useState } from 'react';
import { CheckBox } from '@/components/ui/check-box';
import { useWebsite } from '@/lib/api/hooks';
import { PUSH_KINDS, type PushKind } from '@/lib/api/push-kinds';
import { notify } from '@/lib/browser/notices';
import { notificationAccess, requestNotifications } from '@/lib/browser/notifications';
import {
  readPushChoice,
  storePushChoice,
  usePushChoice,
  watchPushChoice,
} from '@/lib/wallet/push/push-choice';
import { canPush, subscribeToPush, unsubscribeFromPush } from '@/lib/wallet/push/push-subscription';
import { SettingsPart } from './settings-part';

function KindBox({
  kind,
  isOn,
  isBusy,
  onChange,
}: {
  kind: PushKind;
  isOn: boolean;
  isBusy: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const t = useTranslations('wallet.settings.push');
  const id = useId();
  return (
    <label className="flex min-h-12 items-center gap-3">
      <CheckBox
        checked={isOn}
        aria-disabled={isBusy}
        aria-describedby={id}
        onChange={({ target }) => !isBusy && onChange(target.checked)}
      />
      <span>
        {t(`kind.${kind}`)}
        <span id={id} className="block text-sm text-muted">
          {t(`note.${kind}`)}
        </span>
      </span>
    </label>
  );
}

/** What this device is notified of while the site is closed. Not shown if the server or the browser has no push messages. */
export function PushSettings({ account }: { account: string }) {
  const t = useTranslations('wallet.settings.push');
  const { data: website } = useWebsite();
  const chosen = usePushChoice(account);
  const [access, setAccess] = useState(notificationAccess);
  const [isBusy, setBusy] = useState(false);
  useEffect(watchPushChoice, []);
  const key = website?.push?.key;
  if (key === undefined || !canPush()) return null;
  const kinds = PUSH_KINDS.filter((kind) => kind !== 'messages' || website?.messages);
  const isOn = (kind: PushKind) => access === 'granted' && chosen.split(',').includes(kind);

  const turnOff = async () => {
    // Stored first, so that PushKeeper ends the subscription at the next visit if that fails now.
    storePushChoice(account, []);
    await unsubscribeFromPush().catch(() => notify('warning', t('endFailed')));
  };
  const change = async (kind: PushKind, isWanted: boolean) => {
    setBusy(true);
    try {
      const answer = isWanted ? await requestNotifications() : access;
      setAccess(answer);
      if (isWanted && answer !== 'granted') return;
      const others = readPushChoice(account).filter((one) => one !== kind);
      const next = isWanted ? [...others, kind] : others;
      if (next.length === 0) return await turnOff();
      await subscribeToPush(key, next);
      storePushChoice(account, next);
    } catch {
      // The browser, its push service, or the server refused. The box stays as it was.
      notify('error', t('failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <SettingsPart title={t('title')} about={t('about')}>
      <div className="grid gap-1">
        {kinds.map((kind) => (
          <KindBox
            key={kind}
            kind={kind}
            isOn={isOn(kind)}
            isBusy={isBusy}
            onChange={(isWanted) => void change(kind, isWanted)}
          />
        ))}
      </div>
      <p role="status" className="measure text-sm empty:hidden">
        {access === 'denied' ? t('denied') : null}
      </p>
    </SettingsPart>
  );
}
