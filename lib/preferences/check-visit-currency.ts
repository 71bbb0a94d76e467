import { call } from '@/lib/api/client';
import type { Currency } from '@/lib/api/types';
import { setVisitCurrency } from './currency';
import { useVisit } from './visit';

/** Drops a currency that the address asked for and the server does not list. Without an answer it stays. */
export async function checkVisitCurrency(): Promise<void> {
  const listed = await call<Currency[]>('/config/currencyList', { silent: true }).catch(() => null);
  const { currency } = useVisit.getState();
  if (listed && currency !== undefined && !listed.some(({ name }) => name === currency))
    setVisitCurrency(null);
}
