import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { TransferRoute } from '@/lib/api/schemas/transfer';
import type { FreeRoute, FreeRoutes } from './use-free-routes';

/** How a payment is made: without a fee by a signature, or by the account's own transaction. */
export type PaymentRoute = TransferRoute | 'transaction';

/** Choice between a payment without a fee and one from the wallet, or one sentence why there is none. */
export function RouteChoice({
  free,
  route,
  onChoose,
}: {
  free: FreeRoutes;
  /** The route that applies, or null for a transaction. */
  route: FreeRoute | null;
  onChoose: (route: PaymentRoute) => void;
}) {
  const t = useTranslations('wallet.free.route');
  const id = useId();
  return (
    <div aria-live="polite" className="empty:hidden">
      {free.routes.length > 0 ? (
        <fieldset className="grid gap-1">
          <legend className="pb-1 text-sm text-muted">{t('label')}</legend>
          {[...free.routes, null].map((one) => {
            const name = one?.route ?? 'transaction';
            return (
              <label key={name} className="flex min-h-11 items-start gap-3 py-1">
                <input
                  type="radio"
                  name={id}
                  className="mt-1 size-5 shrink-0 accent-water"
                  checked={(route?.route ?? 'transaction') === name}
                  aria-labelledby={`${id}-${name}-name`}
                  aria-describedby={`${id}-${name}`}
                  onChange={() => onChoose(name)}
                />
                <span className="grid">
                  <span id={`${id}-${name}-name`}>{t(name)}</span>
                  <span id={`${id}-${name}`} className="text-xs text-muted">
                    {one ? t(`${one.route}Note`, { operator: one.operator }) : t('transactionNote')}
                  </span>
                </span>
              </label>
            );
          })}
        </fieldset>
      ) : free.why ? (
        <p className="border-s-2 border-water ps-3 text-sm">{free.why}</p>
      ) : null}
    </div>
  );
}
