import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { NameLookup } from '@/components/wallet/ens/name-lookup';
import { showPlace } from '@/components/wallet/shell/page-place';
import type { NamedRequest } from '@/lib/wallet/pay/payment-request';
import { writePaymentRequest } from '@/lib/wallet/pay/write';

/** The step before the review of a request to an ENS name: the payer sees which address the name stands for, and takes that. */
export function NamedPayment({
  named: { name, ...request },
  onBack,
}: {
  named: NamedRequest;
  onBack: () => void;
}) {
  const t = useTranslations('wallet.pay');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { token } = request;
  return (
    <section className="grid content-start justify-items-start gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('named')}
      </h2>
      <NameLookup
        typed={name}
        // In place of the name, so that going back does not lead here again.
        onUse={(recipient) =>
          showPlace({
            request: token === null ? recipient : writePaymentRequest({ ...request, token, recipient }),
          })
        }
      />
      <Button onClick={onBack}>{t('tryOther')}</Button>
    </section>
  );
}
