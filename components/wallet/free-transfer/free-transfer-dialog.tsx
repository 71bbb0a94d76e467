import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from 'wagmi';
import { Dialog } from '@/components/ui/dialog';
import { WALLET_SLOW_AFTER_MS } from '@/components/wallet/transaction-sheet/use-is-prompted';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { useSession } from '@/lib/session/session';
import { useTransfers } from '@/lib/wallet/free-transfers/transfer-ledger';
import { FreeProgress } from './free-progress';
import { FreeReview } from './free-review';
import { useFreeSheet } from './free-sheet';

/** What happens until the wallet has answered. */
function Asking({ step }: { step: 'checking' | 'signing' }) {
  const t = useTranslations('wallet.free');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), WALLET_SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <h3 tabIndex={-1} className="font-display text-xl outline-none">
        {t(`asking.${step}`)}
      </h3>
      <div role="status" className="grid gap-3 text-sm">
        <p className="text-muted">{t(`askingText.${step}`)}</p>
        {isSlow ? <p className="border-s-2 border-warning ps-3">{t('noAnswer')}</p> : null}
      </div>
    </>
  );
}

/**
 * The dialog of every transfer without a fee: its review, the wallet's request, and what became of it. Mounted once, so that
 * a transfer continues while the dialog is closed.
 */
export function FreeTransferDialog() {
  const t = useTranslations('wallet');
  const { address } = useConnection();
  const isSignedIn = useSession((state) => state.token !== null);
  const isNamed = useDialogs((state) => state.open === 'freeTransfer');
  const { order, step, transferId } = useFreeSheet();
  const transfer = useTransfers((state) => state.entries.find(({ id }) => id === transferId));
  const shownTransfer = transfer?.account === address ? transfer : undefined;
  const shownOrder = order?.order.account === address ? order : null;
  const isOpen = isSignedIn && isNamed && (shownTransfer !== undefined || shownOrder !== null);
  const place = shownTransfer ? 'progress' : step === 'idle' ? 'review' : step;
  const body = useRef<HTMLDivElement>(null);
  const seen = useRef(place);

  // A change of stage removes the focused button, so focus moves to the new heading.
  useEffect(() => {
    if (seen.current === place) return;
    seen.current = place;
    body.current?.querySelector<HTMLElement>('h3[tabindex]')?.focus({ preventScroll: true });
  }, [place]);

  const close = () => closeDialog('freeTransfer');
  return (
    <Dialog open={isOpen} onClose={close} title={t('free.title')} closeLabel={t('transfer.close')}>
      <div ref={body} className="sheet-body">
        {shownTransfer ? (
          <FreeProgress transfer={shownTransfer} onClose={close} />
        ) : step !== 'idle' ? (
          <Asking key={step} step={step} />
        ) : shownOrder ? (
          <FreeReview order={shownOrder} onBack={close} />
        ) : null}
      </div>
    </Dialog>
  );
}
