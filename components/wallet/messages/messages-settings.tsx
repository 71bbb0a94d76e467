import { useFormatter, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import useSWR from 'swr';
import { Button } from '@/components/ui/button';
import { CheckBox } from '@/components/ui/check-box';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LineSkeletons } from '@/components/wallet/display/skeleton';
import { TextButton } from '@/components/wallet/display/text-button';
import { notify } from '@/lib/browser/notices';
import { saveFile } from '@/lib/browser/save-file';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { DeviceView, MessengerSnapshot } from '@/lib/messages/protocol/view-types';
import { ConfirmAction } from './confirm-action';
import { NameSetting } from './name-setting';
import { NotificationSetting } from './notification-setting';
import { Part } from './part';
import { useAccountSigner } from './use-account-signer';
import { useMessengerAction, useReported } from './use-messenger-action';
import { usePersonName } from './use-person-name';

/** Minimum length of a backup passphrase, in UTF-16 code units. */
const MIN_PASSPHRASE_LENGTH = 12;

type Props = { messenger: Messenger };

function DeviceRow({ messenger, device, onChanged }: Props & { device: DeviceView; onChanged: () => void }) {
  const t = useTranslations('wallet.messages.devices');
  const format = useFormatter();
  const signer = useAccountSigner();
  const { run } = useMessengerAction();
  const { deviceKey, isThis, created, isRevoked } = device;
  const date = format.dateTime(created * 1_000, { dateStyle: 'medium' });
  return (
    <li className="grid gap-1 border-b border-line py-2">
      <span>{t(isThis ? 'this' : 'other', { date })}</span>
      <span className="font-mono text-xs wrap-anywhere text-muted">{deviceKey.slice(0, 18)}…</span>
      {isRevoked ? (
        <span className="text-sm text-muted">{t('revoked')}</span>
      ) : (
        <ConfirmAction
          label={t('revoke')}
          question={t(isThis ? 'revokeThis' : 'revokeOther')}
          confirm={t('revoke')}
          keep={t('keep')}
          onConfirm={() => void run(() => messenger.revokeDevice(deviceKey, signer)).then(onChanged)}
        />
      )}
    </li>
  );
}

function Devices({ messenger }: Props) {
  const t = useTranslations('wallet.messages.devices');
  const { data, error, mutate } = useSWR(['messages/devices', messenger.account], () => messenger.devices());
  return (
    <Part title={t('title')}>
      {error && !data ? (
        <RetryAlert message={t('failed')} retryLabel={t('retry')} onRetry={() => void mutate()} />
      ) : data ? (
        <ul className="grid">
          {data.map((device) => (
            <DeviceRow
              key={device.deviceKey}
              messenger={messenger}
              device={device}
              onChanged={() => void mutate()}
            />
          ))}
        </ul>
      ) : (
        <LineSkeletons count={2} />
      )}
    </Part>
  );
}

function Blocked({ messenger, blocked }: Props & Pick<MessengerSnapshot, 'blocked'>) {
  const t = useTranslations('wallet.messages.blocks');
  const nameOf = usePersonName(messenger.account);
  const report = useReported();
  if (blocked.length === 0) return null;
  return (
    <Part title={t('title')}>
      <ul className="grid">
        {blocked.map((address) => (
          <li key={address} className="flex min-h-12 items-center justify-between gap-3 border-b border-line">
            <bdi className="wrap-anywhere">{nameOf(address)}</bdi>
            <TextButton
              label={t('unblockOf', { name: nameOf(address) })}
              onClick={() => void report(() => messenger.setBlocked(address, false))}
            >
              {t('unblock')}
            </TextButton>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Controls to export the history to an encrypted file and to import one. */
function Backup({ messenger }: Props) {
  const t = useTranslations('wallet.messages.backup');
  const { run, isRunning } = useMessengerAction();
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<'tooShort' | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const isLong = passphrase.length >= MIN_PASSPHRASE_LENGTH;
  const checked = (action: () => void) => {
    setProblem(isLong ? undefined : 'tooShort');
    if (isLong && !isRunning) action();
  };
  return (
    <Part title={t('title')}>
      <p className="text-sm text-muted">{t('how')}</p>
      <p className="text-sm text-muted">{t('images')}</p>
      <Field
        label={t('passphrase')}
        hint={t('hint', { count: MIN_PASSPHRASE_LENGTH })}
        type="password"
        autoComplete="new-password"
        value={passphrase}
        onChange={setPassphrase}
        {...(problem && !isLong ? { error: t(problem, { count: MIN_PASSPHRASE_LENGTH }) } : {})}
      />
      <input
        ref={input}
        type="file"
        name="backup"
        accept=".tidewell"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (!file) return;
          void run(async () => {
            const { messages, conversations } = await messenger.importHistory(file, passphrase);
            notify('success', t('imported', { messages, conversations }));
            setPassphrase('');
          });
        }}
      />
      <span className="flex flex-wrap gap-3">
        <Button
          size="small"
          aria-disabled={isRunning}
          onClick={() =>
            checked(
              () =>
                void run(async () => {
                  saveFile('messages.tidewell', await messenger.exportHistory(passphrase));
                  setPassphrase('');
                }),
            )
          }
        >
          {t(isRunning ? 'working' : 'export')}
        </Button>
      </span>
      <ConfirmAction
        label={t('import')}
        question={t('importQuestion')}
        confirm={t('importConfirm')}
        keep={t('importCancel')}
        onConfirm={() => checked(() => input.current?.click())}
      />
    </Part>
  );
}

/** Dialog with privacy settings, devices, blocked accounts, and the backup. */
export function MessagesSettings({
  isOpen,
  messenger,
  snapshot: { settings, blocked, bindingExpires, refusedItems, phase },
  onClose,
}: Props & { isOpen: boolean; snapshot: MessengerSnapshot; onClose: () => void }) {
  const t = useTranslations('wallet.messages.settings');
  const format = useFormatter();
  const signer = useAccountSigner();
  const { run } = useMessengerAction();
  const report = useReported();
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('title')} closeLabel={t('close')}>
      <div className="grid gap-6 pb-2">
        <div className="grid">
          {(['sharesReadMarks', 'sharesTyping'] as const).map((name) => (
            <label key={name} className="flex min-h-12 items-center gap-3">
              <CheckBox
                checked={settings[name]}
                onChange={({ target }) =>
                  void report(() => messenger.setSettings({ [name]: target.checked }))
                }
              />
              {t(name)}
            </label>
          ))}
          <NameSetting messenger={messenger} sharedName={settings.sharedName} onAsk={onClose} />
          <NotificationSetting account={messenger.account} />
        </div>
        {phase === 'ready' ? <Devices messenger={messenger} /> : null}
        {bindingExpires !== null && phase === 'ready' ? (
          <div className="grid gap-2 text-sm">
            <p>{t('expires', { date: format.dateTime(bindingExpires * 1_000, { dateStyle: 'long' }) })}</p>
            <div>
              <Button size="small" onClick={() => void run(() => messenger.renewDevice(signer))}>
                {t('renew')}
              </Button>
            </div>
          </div>
        ) : null}
        {phase === 'ready' ? <Blocked messenger={messenger} blocked={blocked} /> : null}
        <Backup messenger={messenger} />
        {refusedItems > 0 ? (
          <p className="text-sm text-muted">{t('refused', { count: refusedItems })}</p>
        ) : null}
      </div>
    </Dialog>
  );
}
