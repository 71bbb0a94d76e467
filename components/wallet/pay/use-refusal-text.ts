import { useTranslations } from 'next-intl';
import { isRecipientStop } from '@/lib/wallet/contacts/recipient';
import type { ReadPayment } from '@/lib/wallet/pay/read-payment';

/** React hook that returns a function for why a request can't be paid. It returns null if the request can be paid. */
export function useRefusalText(): (found: ReadPayment) => string | null {
  const t = useTranslations('wallet.pay');
  const recipient = useTranslations('wallet.recipient.problem');
  return (found) => {
    if (!('problem' in found)) return null;
    const { problem } = found;
    return isRecipientStop(problem) ? recipient(problem) : t(`refused.${problem}`);
  };
}
