import { useTranslations } from 'next-intl';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { closeDialog } from '@/lib/browser/dialogs';
import { useNamedAddress } from '@/lib/wallet/ens/use-ens';
import type { ReadPayment } from '@/lib/wallet/pay/read-payment';
import { PaymentForm } from './payment-form';
import { NameWarnings, nameChange } from './payment-notes';

/** A rejected payment request as it was entered, with the reason. */
export function RefusedRequest({
  text,
  reason,
  onBack,
}: {
  text: string;
  reason: string;
  onBack: () => void;
}) {
  const t = useTranslations('wallet.pay');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="grid content-start justify-items-start gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('cannotPay')}
      </h2>
      <p role="alert" className="border-s-2 border-error ps-3">
        {reason}
      </p>
      <code className="line-clamp-6 max-w-full text-xs wrap-anywhere text-muted">
        <bdi>{text.slice(0, 300)}</bdi>
      </code>
      <Button onClick={onBack}>{t('tryOther')}</Button>
    </section>
  );
}

/**
 * Looks up an ENS name, and shows the form of a payment to its address. Only that address is paid. If the name later
 * points to another address, the user must accept it before anything is sent.
 */
export function NamedPayment({
  text,
  named: { name: written, ...open },
  ens,
  ...form
}: Extract<ReadPayment, { named: unknown }> &
  Omit<ComponentProps<typeof PaymentForm>, 'request' | 'name'> & {
    /** The payment request as it was entered. */
    text: string;
  }) {
  const t = useTranslations('wallet.ens');
  const { data, isError, isFetching, refetch } = useNamedAddress(ens, written);
  const [reviewed, setReviewed] = useState<{ name: string; address: Address } | null>(null);
  const { network } = ens;

  if (reviewed === null) {
    if (isFetching || (!data && !isError))
      return (
        <p role="status" aria-busy="true" className="wrap-anywhere">
          {t('looking', { name: written })}
        </p>
      );
    if (isError || !data)
      return (
        <RetryAlert
          message={t('unreachable', { name: written })}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
        />
      );
    if ('problem' in data)
      return (
        <RefusedRequest
          text={text}
          reason={t(data.problem, { name: written, network })}
          onBack={form.onBack}
        />
      );
    setReviewed(data);
    return null;
  }
  const { name, address } = reviewed;
  const recheck = async () => {
    const again = await refetch();
    if (again.isError || !again.data) return t('unverified', { name });
    const change = nameChange(again.data, address);
    return change === null ? null : t(change.to === null ? 'gone' : 'changed', { name });
  };
  const accept = (next: Address) => {
    // The review is for the old address.
    closeDialog('transaction');
    closeDialog('freeTransfer');
    setReviewed({ name, address: next });
  };
  return (
    <PaymentForm
      {...form}
      // Reset the inputs when the address changes, because input for one address does not apply to another.
      key={address}
      request={{ ...open, recipient: address }}
      name={{
        name,
        network,
        warnings: (
          <NameWarnings ens={ens} written={written} name={name} recipient={address} onAccept={accept} />
        ),
        recheck,
      }}
    />
  );
}
