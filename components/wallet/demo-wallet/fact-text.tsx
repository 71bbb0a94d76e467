import { useLocale, useTranslations } from 'next-intl';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { formatAmount } from '@/lib/format/amount';
import { trustedName } from '@/lib/wallet/approvals/grants';
import type { FactValue } from '@/lib/wallet/signing/reading';

type AddressValue = Extract<FactValue, { kind: 'address' }>;

/** Returns a function that names an address: a known name, or the kind of address. */
function useAddressName() {
  const t = useTranslations('wallet.signing.known');
  const spenders = useTranslations('wallet.approvals.spender');
  return ({ known, nature }: AddressValue): string => {
    switch (known?.kind) {
      case 'own':
        return t('own');
      case 'token':
        return t('token', { symbol: known.symbol });
      case 'contact':
        return t('contact', { name: known.name });
      case 'contract':
        return known.name === 'multicall'
          ? spenders('multicall')
          : spenders(trustedName(known.name) ?? 'listed');
      default:
        return nature === null ? t('unknown') : t(nature);
    }
  };
}

/** A fact's value as text, with full addresses and with all decimals of amounts. */
export function FactText({ value }: { value: FactValue }) {
  const t = useTranslations('wallet.signing');
  const locale = useLocale();
  const time = useChainTime();
  const name = useAddressName();
  switch (value.kind) {
    case 'address':
      return (
        <>
          {name(value)} <span className="block font-mono text-xs break-all text-muted">{value.address}</span>
        </>
      );
    case 'amount':
      return value.token
        ? `${formatAmount(value.raw, value.token.decimals, locale, value.token.decimals)} ${value.token.symbol}`
        : t('baseUnits', { amount: value.raw.toString() });
    case 'unlimited':
      return <strong className="text-error">{t('unlimited', { symbol: value.symbol ?? '' })}</strong>;
    case 'allCollectibles':
      return <strong className="text-error">{t('allCollectibles')}</strong>;
    case 'revoked':
      return t('revoked');
    case 'time':
      return value.seconds === null ? t('never') : time(value.seconds);
    case 'network':
      return (
        <>
          {value.name}{' '}
          <span className="text-xs text-muted">{t('chainId', { id: value.chainId.toString() })}</span>
        </>
      );
    case 'text':
      return value.text;
  }
}
