import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { isDanger } from '@/lib/wallet/signing/finding';
import { DangerConsent } from './danger-consent';
import type { SignatureRequest } from './demo-request';
import { DemoRequestDetails } from './demo-request-details';
import { useReading } from './use-reading';

/** One request for a signature and the owner's answer; where there is a danger, yes takes a second, deliberate step. */
export function SignRequest({
  id,
  request,
  onDecide,
}: {
  /** Of the request: the next one takes this one's place. */
  id: number;
  request: SignatureRequest;
  onDecide: (isConfirmed: boolean) => void;
}) {
  const t = useTranslations('wallet.demo');
  const consentId = useId();
  const top = useRef<HTMLDivElement>(null);
  const seen = useRef(id);
  const { reading, isReady } = useReading(request);
  const [consent, setConsent] = useState({ id, isGiven: false, isMissed: false });
  const { isGiven, isMissed } = consent.id === id ? consent : { isGiven: false, isMissed: false };
  const needsConsent = reading.findings.some(isDanger);
  // The next request is read from its beginning, not from where the last one was confirmed.
  useEffect(() => {
    if (seen.current === id) return;
    seen.current = id;
    top.current?.scrollIntoView();
    top.current?.focus();
  }, [id]);

  const confirm = () => {
    if (!isReady) return;
    if (!needsConsent || isGiven) {
      onDecide(true);
      return;
    }
    setConsent({ id, isGiven: false, isMissed: true });
    document.getElementById(consentId)?.focus();
  };

  return (
    <div ref={top} tabIndex={-1} className="-mx-6 mt-4 flex flex-col gap-5 px-6 outline-none">
      <DemoRequestDetails request={request} reading={reading} isReady={isReady} />
      {needsConsent ? (
        <DangerConsent
          id={consentId}
          isGiven={isGiven}
          isMissed={isMissed}
          onChange={(given) => setConsent({ id, isGiven: given, isMissed: false })}
        />
      ) : null}
      <div className="dialog-action grid grid-cols-2 gap-3">
        <Button variant={needsConsent ? 'signal' : 'outline'} onClick={() => onDecide(false)}>
          {t('reject')}
        </Button>
        {/* Not disabled while addresses are looked at: a disabled button would lose the focus. */}
        <Button
          variant={needsConsent ? 'outline' : 'signal'}
          aria-disabled={!isReady}
          aria-busy={!isReady}
          onClick={confirm}
        >
          {t('confirm')}
        </Button>
      </div>
    </div>
  );
}
