import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { useShowMore } from '@/components/wallet/display/short-lists';
import { type DisplayPrices, useDisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue, totalFiatValue } from '@/lib/wallet/balances/fiat-value';
import type { Balance } from '@/lib/wallet/balances/use-balances';

function BalanceCell({
  value,
  decimals,
  price,
  money,
}: {
  value: bigint | undefined;
  decimals: number;
  price: string | undefined;
  money: DisplayPrices['money'];
}) {
  return (
    <td className="py-2 ps-3 text-end align-top">
      <AmountToggle value={value} decimals={decimals} />
      {value && price !== undefined ? (
        <span className="block">
          <FiatValueText
            value={fiatValue(value, decimals, price)}
            money={money}
            className="text-xs text-muted"
          />
        </span>
      ) : null}
    </td>
  );
}

/** Wallet and vault balances of every listed token on one chain, with fiat values. */
export function ChainBalances({ name, balances }: { name: string; balances: readonly Balance[] }) {
  const t = useTranslations('wallet.account');
  const { priceOf, money } = useDisplayPrices();
  const id = useId();
  const { inWallet, inVault } = totalFiatValue(balances, priceOf);
  const { shown, more } = useShowMore(balances);
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <table className="w-full text-sm">
        <caption className="pb-1 text-start text-muted">
          <span className="flex items-baseline justify-between gap-4">
            <span id={id}>{name}</span>
            {inWallet + inVault > 0n ? <FiatValueText value={inWallet + inVault} money={money} /> : null}
          </span>
        </caption>
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th scope="col" className="py-1 text-start font-normal">
              {t('token')}
            </th>
            <th scope="col" className="w-[32%] py-1 text-end font-normal">
              {t('inWallet')}
            </th>
            <th scope="col" className="w-[32%] py-1 text-end font-normal">
              {t('inVault')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ coin, decimals, ...held }) => {
            const price = priceOf(coin.id)?.price;
            return (
              <tr key={coin.id} className="border-b border-line">
                <th scope="row" className="py-2 text-start align-top font-normal">
                  {coin.symbol}
                </th>
                <BalanceCell value={held.inWallet} decimals={decimals} price={price} money={money} />
                <BalanceCell value={held.inVault} decimals={decimals} price={price} money={money} />
              </tr>
            );
          })}
        </tbody>
      </table>
      {more}
    </section>
  );
}
