import { useTranslations } from 'next-intl';
import { closeDialog } from '@/lib/browser/dialogs';
import { routes } from '@/lib/routes';
import { WalletLink } from './wallet-link';

/** Dialogs that contain this link. The link closes them, so that they don't cover the page. */
const dialogs = ['deposit', 'withdraw'] as const;

/** Link from a form to the fees and limits page. */
export function FeesLink() {
  const t = useTranslations('wallet.fees');
  return (
    <WalletLink
      href={routes.fees}
      onClick={() => dialogs.forEach(closeDialog)}
      className="inline-flex min-h-11 items-center self-start justify-self-start text-xs text-muted underline underline-offset-4 hover:text-ink"
    >
      {t('title')}
    </WalletLink>
  );
}
