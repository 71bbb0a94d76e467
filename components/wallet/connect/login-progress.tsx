import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { LoginStep } from './use-login';

/** What the wallet is asked for now, or, after a reload in the middle of a login, the way on. */
export function LoginProgress({
  step,
  address,
  onSign,
}: {
  step: LoginStep;
  address: string | undefined;
  onSign: () => void;
}) {
  const t = useTranslations('wallet.connect');
  return (
    <div className="grid gap-4">
      {address ? <p className="font-mono text-sm break-all text-muted">{address}</p> : null}
      <p role="status">{t(`step.${step}`)}</p>
      {step === 'idle' ? (
        <Button variant="signal" onClick={onSign}>
          {t('sign')}
        </Button>
      ) : (
        <span aria-hidden="true" className="busy-line" />
      )}
      <p className="text-xs text-muted">{t('signNote')}</p>
    </div>
  );
}
