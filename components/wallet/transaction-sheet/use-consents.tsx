import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ConsentBox } from '@/components/ui/check-box';
import type { Finding } from '@/lib/wallet/signing/finding';
import { isReport } from '@/lib/wallet/signing/reports';

type Consent = { id: string; label: string; missing: string };

/** React hook that returns what the user must accept, in boxes, before an order is sent, and the boxes' state. */
export function useConsents(consents: readonly Consent[]) {
  const [given, setGiven] = useState<readonly string[]>([]);
  const [missed, setMissed] = useState<string | null>(null);
  const box = ({ id, label, missing }: Consent) => (
    <div key={id} className="border-s-2 border-warning ps-3 text-sm">
      <ConsentBox
        id={id}
        label={label}
        isGiven={given.includes(id)}
        error={missed === id ? missing : undefined}
        onChange={(isGiven) => {
          setMissed(null);
          setGiven((all) => (isGiven ? [...all, id] : all.filter((other) => other !== id)));
        }}
      />
    </div>
  );
  /** Returns whether all boxes are checked. If not, moves the focus to the first one that isn't. */
  const check = (): boolean => {
    const open = consents.find(({ id }) => !given.includes(id));
    if (!open) return true;
    // Rendered first, so that the message is scrolled into view with the box.
    flushSync(() => setMissed(open.id));
    document.getElementById(open.id)?.focus();
    return false;
  };
  return { box, check };
}

/** React hook that returns the consent that a review requires if somebody in it is reported. */
export function useReportConsent(findings: readonly Finding[]): Consent {
  const t = useTranslations('wallet.sheet.reported');
  const about = findings.filter(isReport).map((finding) => finding.about);
  // Accepting one report isn't accepting others.
  return { id: `reported-${about.join('-')}`, label: t('consent'), missing: t('missing') };
}
