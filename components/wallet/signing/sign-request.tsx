import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConsentBox } from '@/components/ui/check-box';
import { isDanger } from '@/lib/wallet/signing/finding';
import type { SignatureRequest } from '@/lib/wallet/signing/request';
import { NetworkFee } from './network-fee';
import { RequestDetails } from './request-details';
import { useReading } from './use-reading';

/** Checkbox that the user must check before signing a dangerous request. */
export function DangerConsent({
  id,
  isGiven,
  isMissed,
  onChange,
}: {
  id: string;
  isGiven: boolean;
  /** Whether the user tried to confirm without checking the box. */
  isMissed: boolean;
  onChange: (isGiven: boolean) => void;
}) {
  const t = useTranslations('wallet.signing.consent');
  return (
    <div className="border-s-2 border-error ps-3 text-sm">
      <ConsentBox
        id={id}
        label={t('label')}
        isGiven={isGiven}
        error={isMissed ? t('missed') : undefined}
        onChange={onChange}
      />
    </div>
  );
}

/**
 * Time before another page's request can be confirmed, in ms, so that a click or key that was meant for that page
 * doesn't confirm it.
 */
const SETTLE_MS = 700;

/** React hook that returns whether a request has been shown long enough to be confirmed. */
export function useIsSettled(id: number | string, isForeign: boolean): boolean {
  const [settledId, setSettledId] = useState<number | string | null>(null);
  useEffect(() => {
    if (!isForeign) return;
    const timer = setTimeout(() => setSettledId(id), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [id, isForeign]);
  return !isForeign || settledId === id;
}

/** One signature request, with buttons to confirm or reject it. A dangerous one requires a second step. */
export function SignRequest({
  id,
  request,
  origin,
  onDecide,
}: {
  /** ID of the request. The component is reused for the next request, with another ID. */
  id: number | string;
  request: SignatureRequest;
  /** Origin of the page that made the request, if it isn't this site. */
  origin?: string;
  onDecide: (isConfirmed: boolean) => void;
}) {
  const t = useTranslations('wallet.signing');
  const consentId = useId();
  const top = useRef<HTMLDivElement>(null);
  const seen = useRef(id);
  const read = useReading(id, request, { origin });
  const { reading } = read;
  const isReady = useIsSettled(id, origin !== undefined) && read.isReady;
  const [consent, setConsent] = useState({ id, isGiven: false, isMissed: false });
  const { isGiven, isMissed } = consent.id === id ? consent : { isGiven: false, isMissed: false };
  const needsConsent = reading.findings.some(isDanger);
  // Scroll to the top of the next request, because the last one was confirmed at the bottom.
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
      <RequestDetails request={request} read={read} />
      {needsConsent ? (
        <DangerConsent
          id={consentId}
          isGiven={isGiven}
          isMissed={isMissed}
          onChange={(given) => setConsent({ id, isGiven: given, isMissed: false })}
        />
      ) : null}
      <div className="dialog-action grid grid-cols-2 gap-3">
        {request.kind === 'transaction' ? <NetworkFee request={request} /> : null}
        <Button variant={needsConsent ? 'signal' : 'outline'} onClick={() => onDecide(false)}>
          {t('reject')}
        </Button>
        {/* The button is not disabled while addresses are checked, because a disabled button would lose focus. */}
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
