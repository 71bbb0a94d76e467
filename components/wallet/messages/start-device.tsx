import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { LeadText } from '@/components/wallet/display/lead-text';
import type { Messenger } from '@/lib/messages/messenger-type';
import { useAccountSigner } from './use-account-signer';
import { useMessengerAction } from './use-messenger-action';

/** Explains what turning on messages does, and requests the required signature. */
export function StartDevice({ messenger }: { messenger: Messenger }) {
  const t = useTranslations('wallet.messages.device');
  const id = useId();
  const signer = useAccountSigner();
  const { run, isRunning } = useMessengerAction();
  return (
    <section aria-labelledby={id} className="grid max-w-2xl gap-6">
      <h2 id={id} className="text-xl">
        {t('title')}
      </h2>
      <LeadText className="text-lg">{t('lead')}</LeadText>
      <ul className="grid list-disc gap-2 ps-5 text-sm text-muted">
        <li>{t('key')}</li>
        <li>{t('signature')}</li>
        <li>{t('history')}</li>
        <li>{t('operator')}</li>
      </ul>
      <div>
        <Button
          variant="signal"
          className="max-sm:w-full"
          aria-disabled={isRunning}
          onClick={() => void run(() => messenger.startDevice(signer))}
        >
          {t(isRunning ? 'waiting' : 'start')}
        </Button>
      </div>
    </section>
  );
}
