import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { LookAlikeWarning } from '@/components/wallet/withdraw/look-alike-warning';
import { NatureWarning } from '@/components/wallet/withdraw/nature-warning';
import type { usePayment } from './use-payment';

/** What to mind about whom a payment is for, and about the wallet's network. */
export function PaymentWarnings({
  id,
  payment: { payee, chain, walletChain },
  recipient,
  isMeant,
  error,
  onMeant,
}: {
  /** Of the box that says that a look-alike is meant. */
  id: string;
  payment: ReturnType<typeof usePayment>;
  recipient: Address;
  isMeant: boolean;
  error: string | undefined;
  onMeant: (isMeant: boolean) => void;
}) {
  const t = useTranslations('wallet.pay');
  return (
    <>
      {payee.lookAlike ? (
        <LookAlikeWarning
          id={id}
          address={recipient}
          known={payee.lookAlike}
          isMeant={isMeant}
          error={error}
          onChange={onMeant}
        />
      ) : payee.isNew && !payee.refusal ? (
        <p className="border-s-2 border-warning ps-3 text-sm">{t('firstTime')}</p>
      ) : null}
      {payee.refusal ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {payee.refusal}
        </p>
      ) : (
        <NatureWarning nature={payee.nature} />
      )}
      {walletChain === null ? null : (
        <p className="border-s-2 border-warning ps-3 text-sm">
          {t('otherNetwork', { current: walletChain, network: chain.name })}
        </p>
      )}
    </>
  );
}
