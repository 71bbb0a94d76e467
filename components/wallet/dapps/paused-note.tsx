import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import type { DappReviews } from '@/lib/wallet/dapps/reviews';

/** What an open DApp can't do now, and what the user can do about it. */
export function DappNote({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div
      role="status"
      className="grid justify-items-start gap-x-6 gap-y-2 border-s-2 border-warning ps-3 text-sm"
    >
      <p>{children}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">{action}</div>
    </div>
  );
}

/** States that requests are paused because the user rejected several in a row. */
export function PausedNote({ name, reviews }: { name: string; reviews: DappReviews }) {
  const t = useTranslations('wallet.dapps');
  const isPaused = useStore(reviews.store, (state) => state.isPaused);
  if (!isPaused) return null;
  return (
    <DappNote
      action={
        <Button size="small" onClick={reviews.resume}>
          {t('allow')}
        </Button>
      }
    >
      {t('paused', { name })}
    </DappNote>
  );
}
