import { useTranslations } from 'next-intl';
import { isAddress, isHash } from 'viem';
import { useChainMapping } from '@/lib/api/hooks';
import { shortAddress } from '@/lib/evm/address';
import { withoutLocale } from '@/lib/i18n/routing';
import { knownPaths, routes } from '@/lib/routes';
import { readPaymentText } from '@/lib/wallet/pay/read-payment';
import { type SearchEntry, useGo } from './search-entries';

/** Returns the path of a link to a page of this site, with its parameters and without a locale, or null for any other text. */
function ownPath(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, pathname, search } = new URL(text);
  const path = withoutLocale(pathname);
  return origin === window.location.origin && knownPaths.includes(path) ? `${path}${search}` : null;
}

/**
 * React hook that returns what can be done with pasted text: pay an address, a name or a payment request, look at an address or a
 * transaction on each network, or open a link to this site.
 */
export function usePastedEntries(text: string): SearchEntry[] {
  const t = useTranslations('wallet.search');
  const go = useGo();
  const { data: chains = [] } = useChainMapping();
  const pasted = text.trim();
  const hint = isAddress(pasted) || isHash(pasted) ? shortAddress(pasted) : pasted;
  const entry = (id: string, label: string, href: string): SearchEntry => ({
    id,
    label,
    hint,
    isPasted: true,
    run: () => go(href),
  });
  const payment = readPaymentText(pasted, new URL(routes.pay, window.location.origin));
  if (!('problem' in payment)) {
    const pay = entry(
      'pay',
      t('pay'),
      `${routes.pay}?${new URLSearchParams({ tab: 'pay', request: pasted })}`,
    );
    if (!isAddress(pasted)) return [pay];
    const views = chains.map(({ id, name }) =>
      entry(
        `address ${id}`,
        t('addressOn', { network: name }),
        `${routes.transaction}?${new URLSearchParams({ chainId: String(id), address: pasted })}`,
      ),
    );
    return [pay, ...views];
  }
  if (isHash(pasted))
    return chains.map(({ id, name }) =>
      entry(`transaction ${id}`, t('transactionOn', { network: name }), routes.receipt(id, pasted)),
    );
  const path = ownPath(pasted);
  return path === null ? [] : [entry('link', t('openLink'), path)];
}
