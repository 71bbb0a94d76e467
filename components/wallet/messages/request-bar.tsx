import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';

/** Asks whether to accept a conversation that a stranger started. */
export function RequestBar({
  name,
  kind,
  onAccept,
  onDecline,
  onBlock,
}: {
  name: string;
  /** `ownDevice`: another device of the account has invited to a room. */
  kind: 'direct' | 'room' | 'ownDevice';
  onAccept: () => void;
  onDecline: () => void;
  onBlock: () => void;
}) {
  const t = useTranslations('wallet.messages.request');
  return (
    <section aria-label={t('label')} className="grid gap-3 border-t border-line pt-4 pb-2">
      <p className="text-sm">{t(kind, { name })}</p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" variant="primary" onClick={onAccept}>
          {t('accept')}
        </Button>
        <Button size="small" onClick={onDecline}>
          {t('decline')}
        </Button>
        {kind !== 'ownDevice' && (
          <Button size="small" variant="plain" onClick={onBlock}>
            {t('block')}
          </Button>
        )}
      </div>
    </section>
  );
}
