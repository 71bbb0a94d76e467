import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { fiatValueText } from '@/components/wallet/display/amount-text';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { Bar } from '@/components/wallet/display/skeleton';
import { useCoins, useContracts } from '@/lib/api/hooks';
import type { Coin, Contract } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { totalFiatValue } from '@/lib/wallet/balances/fiat-value';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { demoKeys } from './demo-accounts';

const addresses = demoKeys.map(privateKeyToAddress);
// One array for all renders, because balance reads are cached per list.
const noCoins: readonly Coin[] = [];
const noContracts: readonly Contract[] = [];

/** Fiat values of an account's wallet and vault. Empty if a balance or all prices can't be read. */
function AccountValue({ address }: { address: Address }) {
  const t = useTranslations('wallet.demo');
  const own = useOwnText();
  const coins = useCoins();
  const contracts = useContracts();
  const { priceOf, isWaiting, money } = useDisplayPrices();
  const { balances, isLoading } = useBalances(address, coins.data ?? noCoins, contracts.data ?? noContracts);
  const { inWallet, inVault, unpriced, isIncomplete } = totalFiatValue(balances, priceOf);
  if (coins.isLoading || contracts.isLoading || isLoading || isWaiting)
    return (
      <>
        <Bar className="my-1 w-20" />
        <Bar className="my-0.5 w-24" />
      </>
    );
  const isPriced = inWallet + inVault > 0n || unpriced.length === 0;
  if (balances.length === 0 || isIncomplete || !isPriced) return null;
  return (
    <>
      <span className="figures text-sm">{t('inWallet', { value: own(fiatValueText(inWallet, money)) })}</span>
      <span className="figures text-xs text-muted">
        {t('inVault', { value: own(fiatValueText(inVault, money)) })}
      </span>
    </>
  );
}

/** The demo wallet's accounts as radio buttons, with their balances. */
export function AccountChoice({ chosen, onChoose }: { chosen: number; onChoose: (index: number) => void }) {
  const t = useTranslations('wallet.demo');
  return (
    <fieldset className="grid gap-2">
      <legend className="text-sm">{t('choose')}</legend>
      <p className="text-xs text-muted">{t('past')}</p>
      {addresses.map((address, index) => (
        <label key={address} className="option-row">
          <input
            type="radio"
            name="demo-account"
            checked={index === chosen}
            onChange={() => onChoose(index)}
          />
          <span className="grid min-w-0">
            <span className="text-sm">{t('account', { number: index + 1 })}</span>{' '}
            <span className="font-mono text-xs whitespace-nowrap text-muted">{shortAddress(address)}</span>
          </span>{' '}
          <span className="ms-auto grid min-w-0 justify-items-end text-end">
            <AccountValue address={address} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
