import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConsentBox } from '@/components/ui/check-box';
import { type Finding, isDanger } from '@/lib/wallet/signing/finding';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import { NetworkFee } from './network-fee';
import { RequestDetails } from './request-details';
import { useReading } from './use-reading';

/**
 * Time before another page's request can be confirmed, in ms, so that a click or key that was meant for that page
 * doesn't confirm it.
 */
const SETTLE_MS = 700;

/**
 * React hook that returns whether a request's warnings (`shown`, see `dangersKey`) have been shown long enough to be
 * confirmed. The time starts again with another request, and with other dangers. `isRead` is whether all checks have
 * finished.
 */
export function useIsSettled(
  shown: string,
  { isForeign, isRead }: { isForeign: boolean; isRead: boolean },
): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    if (!isForeign || !isRead) return;
    const timer = setTimeout(() => setSettled(shown), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [shown, isForeign, isRead]);
  return isRead && (!isForeign || settled === shown);
}

/** Returns a key of a request's dangers. Consent to some of them isn't consent to others. */
export const dangersKey = (id: number | string, dangers: readonly Finding[]): string =>
  JSON.stringify([id, dangers.map(({ code, about, other }) => [code, about, other])]);

/**
 * The end of a request: its fee, and the buttons to confirm or reject it. A dangerous request requires a second step, a
 * checkbox.
 */
export function RequestDecision({
  shown,
  needsConsent,
  isReady,
  fee,
  action,
  onDecide,
}: {
  /** Key of the request and its dangers. Another one starts without consent. */
  shown: string;
  needsConsent: boolean;
  /** Whether the request has been shown and read long enough to be confirmed. */
  isReady: boolean;
  fee: ReactNode;
  /** Label of the button that confirms. */
  action: string;
  onDecide: (isConfirmed: boolean) => void;
}) {
  const t = useTranslations('wallet.signing');
  const consentId = useId();
  const [consent, setConsent] = useState({ shown, isGiven: false, isMissed: false });
  const { isGiven, isMissed } = consent.shown === shown ? consent : { isGiven: false, isMissed: false };
  const confirm = () => {
    if (!isReady) return;
    if (!needsConsent || isGiven) {
      onDecide(true);
      return;
    }
    setConsent({ shown, isGiven: false, isMissed: true });
    document.getElementById(consentId)?.focus();
  };
  return (
    <>
      {needsConsent ? (
        <div className="border-s-2 border-error ps-3 text-sm">
          <ConsentBox
            id={consentId}
            label={t('consent.label')}
            isGiven={isGiven}
            error={isMissed ? t('consent.missed') : undefined}
            onChange={(given) => setConsent({ shown, isGiven: given, isMissed: false })}
          />
        </div>
      ) : null}
      <div className="dialog-action grid grid-cols-2 gap-3">
        {fee}
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
          {action}
        </Button>
      </div>
    </>
  );
}

/** One signature request, with buttons to confirm or reject it. */
export function SignRequest({
  id,
  request,
  origin,
  isRepeated = false,
  onDecide,
}: {
  /** ID of the request. The component is reused for the next request, with another ID. */
  id: number | string;
  request: SignatureRequest;
  /** Origin of the page that made the request, if it isn't this site. */
  origin?: string;
  /** Whether it could repeat a pending transaction, which requires a second step. */
  isRepeated?: boolean;
  onDecide: (isConfirmed: boolean) => void;
}) {
  const t = useTranslations('wallet.signing');
  const top = useRef<HTMLDivElement>(null);
  const seen = useRef(id);
  const read = useReading(id, request, { origin });
  const dangers = read.reading.findings.filter(isDanger);
  const shown = dangersKey(id, dangers);
  const isReady = useIsSettled(shown, { isForeign: origin !== undefined, isRead: read.isReady });
  // Scroll to the top of the next request, because the last one was confirmed at the bottom.
  useEffect(() => {
    if (seen.current === id) return;
    seen.current = id;
    top.current?.scrollIntoView();
    top.current?.focus();
  }, [id]);

  return (
    <div ref={top} tabIndex={-1} className="-mx-6 mt-4 flex flex-col gap-5 px-6 outline-none">
      <RequestDetails request={request} read={read} />
      <RequestDecision
        shown={shown}
        needsConsent={isRepeated || dangers.length > 0}
        isReady={isReady}
        fee={request.kind === 'transaction' ? <NetworkFee request={request} /> : null}
        action={t(origin === undefined ? 'confirm' : 'toWallet')}
        onDecide={onDecide}
      />
    </div>
  );
}
