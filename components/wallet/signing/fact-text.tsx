import { useLocale, useTranslations } from 'next-intl';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { useChainTime, useDuration } from '@/components/wallet/display/use-chain-time';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount, shortAmount } from '@/lib/format/amount';
import { trustedName } from '@/lib/wallet/approvals/approval-events';
import { onOneLine } from '@/lib/wallet/signing/message';
import type { FactValue } from '@/lib/wallet/signing/reading';

type AddressValue = Extract<FactValue, { kind: 'address' }>;

/** React hook that returns a function that names an address: a known name, or the kind of address. */
export function useAddressName() {
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
      case 'person':
        return t('person', { name: known.name });
      case 'contract':
        return known.name === 'multicall' || known.name === 'permit2'
          ? spenders(known.name)
          : spenders(trustedName(known.name) ?? 'listed');
      default:
        return nature === null ? t('unknown') : t(nature);
    }
  };
}

/**
 * React hook that returns a function that formats a value for use in a sentence. Addresses are shortened, because the
 * details show them in full. A contact's name has its address beside it, because an imported name can be any text. Contracts get an article where the language has one. An amount is
 * exact unless `isShort` is set.
 */
export function useFactWords(): (value: FactValue, isShort?: boolean) => string {
  const t = useTranslations('wallet.signing');
  const locale = useLocale();
  const time = useChainTime();
  return (value, isShort = false) => {
    switch (value.kind) {
      case 'address': {
        const { known } = value;
        if (known?.kind === 'own') return t('yourAccount');
        if (known?.kind === 'contact') return `${known.name} (${shortAddress(value.address)})`;
        if (known?.kind === 'person') return known.name;
        if (known?.kind !== 'contract') return shortAddress(value.address);
        return known.name === 'multicall'
          ? t('inSentence.multicall')
          : t(`inSentence.${trustedName(known.name) ?? 'listed'}`);
      }
      case 'amount': {
        const { raw, token } = value;
        if (isShort && token) return `${shortAmount(raw, token.decimals, locale)} ${token.symbol}`;
        return `${formatAmount(raw, token?.decimals ?? 0, locale, token?.decimals)} ${token?.symbol ?? ''}`;
      }
      case 'time':
        return value.seconds === null ? t('never') : time(value.seconds);
      case 'choice':
        return t(`choice.${value.choice}`);
      case 'text':
        return onOneLine(value.text);
      default:
        return '';
    }
  };
}

/** A fact's value as text, with full addresses and with all decimals of amounts. */
export function FactText({ value }: { value: FactValue }) {
  const t = useTranslations('wallet.signing');
  const locale = useLocale();
  const time = useChainTime();
  const duration = useDuration();
  const name = useAddressName();
  switch (value.kind) {
    case 'address':
      return (
        <>
          {name(value)}{' '}
          <span className="block text-muted">
            <GroupedAddress address={value.address} />
          </span>
        </>
      );
    case 'amount':
      return value.token
        ? `${formatAmount(value.raw, value.token.decimals, locale, value.token.decimals)} ${value.token.symbol}`
        : t('baseUnits', { amount: value.raw.toString() });
    case 'unlimited':
      return <strong className="text-error">{t('unlimited', { symbol: value.symbol ?? '' })}</strong>;
    case 'allNfts':
      return <strong className="text-error">{t('allNfts')}</strong>;
    case 'anyNft':
      return (
        <strong className="text-error">
          {value.count === 1n ? '' : `${value.count} × `}
          {t('anyNft')}
        </strong>
      );
    case 'time':
      return value.seconds === null ? t('never') : time(value.seconds);
    case 'duration':
      return duration(value.seconds);
    case 'network':
      return (
        <>
          {value.name}{' '}
          <span className="text-xs text-muted">{t('chainId', { id: value.chainId.toString() })}</span>
        </>
      );
    case 'choice':
      return t(`choice.${value.choice}`);
    case 'text':
      return onOneLine(value.text);
  }
}
