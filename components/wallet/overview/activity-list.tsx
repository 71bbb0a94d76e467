import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ExternalLink } from '@/components/ui/external-link';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import { useActivity, useChainMapping, useCoins } from '@/lib/api/hooks';
import { shortAddress } from '@/lib/evm/address';
import { decimalText } from '@/lib/format/amount';
import { routes } from '@/lib/routes';

const LATEST = 10;

/** The latest transactions that the server has verified on chain. */
export function ActivityList() {
  const t = useTranslations('wallet.overview');
  const format = useFormatter();
  const locale = useLocale();
  const { data: chains = [] } = useChainMapping();
  const { data: coins = [] } = useCoins();
  const { data, error, mutate } = useActivity(LATEST);

  if (error && !data) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>{t('activityFailed')}</p>
        <Button onClick={() => void mutate()}>{t('retry')}</Button>
      </div>
    );
  }
  if (!data) return <div aria-busy="true" className="busy-line" />;
  const all = <WalletLink href={routes.activity}>{t('activityAll')}</WalletLink>;
  if (data.list.length === 0)
    return (
      <div>
        <p className="measure text-muted">{t('activityEmpty')}</p>
        {all}
      </div>
    );
  return (
    <div>
      <ul className="grid">
        {data.list.map((item) => {
          const chain = chains.find(({ id }) => id === item.chainId);
          return (
            <li
              key={`${item.chainId}-${item.txHash}-${item.coinId}-${item.amount}`}
              className="border-b border-line py-3"
            >
              <div className="flex justify-between gap-4">
                <span>{t(`kind.${item.kind}`)}</span>
                <span className="figures text-end wrap-anywhere">
                  {decimalText(item.amount, locale)} {coins.find(({ id }) => id === item.coinId)?.symbol}
                </span>
              </div>
              <div className="flex justify-between gap-4 text-xs">
                <span className="text-muted">
                  {chain?.name} ·{' '}
                  {format.dateTime(new Date(item.at), { dateStyle: 'medium', timeStyle: 'short' })}
                </span>
                <span className="flex-none text-end">
                  {chain ? (
                    <ExternalLink href={chain.browserTx + item.txHash}>
                      {shortAddress(item.txHash)}
                    </ExternalLink>
                  ) : null}
                </span>
              </div>
            </li>
          );
        })}
      </ul>
      {all}
    </div>
  );
}
