import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';

/** A refused payment request as entered, with the reason. */
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
