import { useTranslations } from 'next-intl';
import { CheckBox } from '@/components/ui/check-box';
import { TextButton } from '@/components/wallet/display/text-button';
import { useUser } from '@/lib/api/hooks';
import type { Messenger } from '@/lib/messages/messenger-type';
import { hasQuote } from '@/lib/validation/name';
import { useReported } from './use-messenger-action';

/** Checkbox for whether people in conversations see the profile name. Without a name that can be shared, a button that asks for one. */
export function NameSetting({
  messenger,
  sharedName,
  onAsk,
}: {
  messenger: Messenger;
  sharedName: string | null;
  /** Called after the page asks for the name. */
  onAsk: () => void;
}) {
  const t = useTranslations('wallet.messages.name');
  const { data: user } = useUser();
  const report = useReported();
  const share = (name: string | null) => report(() => messenger.setSettings({ sharedName: name }));
  if (!user) return null;
  const { name } = user;
  if (name === null || hasQuote(name))
    return (
      <div>
        <TextButton onClick={() => void share(null).then((isDone) => isDone && onAsk())}>
          {t('add')}
        </TextButton>
      </div>
    );
  return (
    <label className="flex min-h-12 items-center gap-3">
      <CheckBox
        checked={Boolean(sharedName)}
        onChange={({ target }) => void share(target.checked ? name : '')}
      />
      <bdi className="min-w-0 wrap-anywhere">{t('setting', { name })}</bdi>
    </label>
  );
}
