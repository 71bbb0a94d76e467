import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { FreeRoute } from './use-free-route';

export type PaymentRoute = 'vault' | 'wallet';

/** Choice between a payment without a fee and one from the wallet, or one sentence why there is none. */
export function RouteChoice({
  free,
  route,
  onChoose,
}: {
  free: FreeRoute;
  route: PaymentRoute;
  onChoose: (route: PaymentRoute) => void;
}) {
  const t = useTranslations('wallet.free.route');
  const id = useId();
  return (
    <div aria-live="polite" className="empty:hidden">
      {free.isAvailable ? (
        <fieldset className="grid gap-1">
          <legend className="pb-1 text-sm text-muted">{t('label')}</legend>
          {(['vault', 'wallet'] as const).map((one) => (
            <label key={one} className="flex min-h-11 items-start gap-3 py-1">
              <input
                type="radio"
                name={id}
                className="mt-1 size-5 shrink-0 accent-water"
                checked={route === one}
                aria-describedby={`${id}-${one}`}
                onChange={() => onChoose(one)}
              />
              <span className="grid">
                {t(one)}
                <span id={`${id}-${one}`} className="text-xs text-muted">
                  {one === 'vault' ? t('vaultNote', { operator: free.operator }) : t('walletNote')}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : free.why ? (
        <p className="border-s-2 border-water ps-3 text-sm">{free.why}</p>
      ) : null}
    </div>
  );
}
