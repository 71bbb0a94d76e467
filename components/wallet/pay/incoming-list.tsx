import { useLocale, useTranslations } from 'next-intl';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import type { CounterpartyName } from '@/components/wallet/display/use-counterparty-name';
import { ImitatedNameWarning } from '@/components/wallet/fields/recipient-warnings';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount } from '@/lib/format/amount';
import { routes } from '@/lib/routes';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import type { IncomingPayment } from '@/lib/wallet/incoming/incoming-payment';

/** Lists received payments, each with its amount, sender, time, and a link to its transaction. */
export function IncomingList({
  payments,
  chainId,
  tokens,
  nameOf,
}: {
  payments: readonly IncomingPayment[];
  chainId: number;
  tokens: ReadonlyMap<string, ActivityToken>;
  nameOf: CounterpartyName;
}) {
  const t = useTranslations('wallet.pay.outcome');
  const locale = useLocale();
  const timeOf = useChainTime();
  return (
    <ul className="grid gap-3">
      {payments.map((payment) => {
        const { id, from, isContract, hash, at, amount } = payment;
        const token = tokens.get(payment.token);
        const name = from && nameOf(chainId, from, false);
        return (
          <li key={id} className="grid gap-1 border-t border-line pt-3">
            {token ? (
              <span className="figures wrap-anywhere">
                {formatAmount(amount, token.decimals, locale, token.decimals)} <bdi>{token.symbol}</bdi>
              </span>
            ) : null}
            <span className="text-sm wrap-anywhere text-muted">
              {name && from ? (
                <>
                  <bdi title={from}>{t(isContract ? 'fromContract' : 'from', { address: name })}</bdi>
                  {/* A name doesn't replace the address, because names can be alike. */}
                  {name === shortAddress(from) ? null : <span className="block">{shortAddress(from)}</span>}
                  {isContract ? null : <ImitatedNameWarning address={from} />}
                </>
              ) : (
                t('fromCode')
              )}
            </span>
            <span className="text-sm text-muted">{timeOf(BigInt(Math.floor(at / 1_000)))}</span>
            {hash ? <WalletLink href={routes.receipt(chainId, hash)}>{t('receipt')}</WalletLink> : null}
          </li>
        );
      })}
    </ul>
  );
}
