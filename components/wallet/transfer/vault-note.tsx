import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { closeDialog } from '@/lib/browser/dialogs';
import { routes } from '@/lib/routes';

/** Says what the vault is for, that it pays nothing, and what leaving it costs, with a link to what pays. The link closes the deposit form. */
export function VaultNote({
  cost,
}: {
  /** What a withdrawal costs. By default, that it can cost something. */
  cost?: ReactNode;
}) {
  const t = useTranslations('wallet');
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <p>
        {t('transfer.vaultNote')} {cost ?? t('transfer.vaultCost')}
      </p>
      <WalletLink href={routes.earn} onClick={() => closeDialog('deposit')}>
        {t('sheet.next.earn')}
      </WalletLink>
    </div>
  );
}
