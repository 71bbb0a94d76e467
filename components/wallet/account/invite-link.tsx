import { useLocale, useTranslations } from 'next-intl';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CopyButton } from '@/components/wallet/display/copy-button';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import { inviteLink } from '@/lib/wallet/account/invitation';

// Few open it: its code is fetched then.
const QrCode = lazy(() =>
  import('@/components/wallet/display/qr-code').then((file) => ({ default: file.QrCode })),
);

/** The ways to hand one's invite code to others: a link, and a QR code of it (WAL-11). */
export function InviteLink({ code }: { code: string }) {
  const t = useTranslations('wallet.profile.invite');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  // It opens at the end of the dialog, below what can be seen.
  useEffect(() => {
    if (isOpen) details.current?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  const wallet = new URL(getPathname({ locale, href: routes.wallet }), window.location.origin).href;
  const link = inviteLink(wallet, code);
  return (
    <details
      ref={details}
      className="border-t border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm">{t('show')}</summary>
      {isOpen ? (
        <div className="grid justify-items-start gap-2 pb-3">
          <div className="aspect-square w-full max-w-60">
            <Suspense fallback={<div aria-busy="true" className="busy-line" />}>
              <QrCode value={link} label={t('code', { code })} />
            </Suspense>
          </div>
          <code className="text-xs wrap-anywhere text-muted">{link}</code>
          <CopyButton text={link} label={t('copyLink')} />
        </div>
      ) : null}
    </details>
  );
}
