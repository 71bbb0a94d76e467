import { call } from '@/lib/api/client';
import type { Currency } from '@/lib/api/types';
import { setVisitCurrency } from './currency';
import { useVisit } from './visit';

/** Resets the visit's currency if the server doesn't list it. Keeps it if the request fails. */
export async function checkVisitCurrency(): Promise<void> {
  const listed = await call<Currency[]>('/config/currencyList', { silent: true }).catch(() => null);
  const { currency } = useVisit.getState();
  if (listed && currency !== undefined && !listed.some(({ name }) => name === currency))
    setVisitCurrency(null);
}
