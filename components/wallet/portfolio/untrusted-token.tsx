import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { imitatedCoin } from '@/lib/evm/token-text';
import type { CustomToken } from '@/lib/wallet/tokens/custom-tokens';

/** An unlisted token with what its contract reports, and a warning if it looks like a listed one. */
export function UntrustedToken({
  token,
  chains,
  coins,
  amount,
  children,
}: {
  token: CustomToken;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  /** The account's balance. */
  amount?: ReactNode;
  /** Buttons. */
  children: ReactNode;
}) {
  const t = useTranslations('wallet.portfolio.custom');
  const alike = imitatedCoin(token, coins);
  return (
    <div className="grid gap-1 border-b border-line py-3">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="wrap-anywhere">
          <bdi>{token.symbol}</bdi> <bdi className="text-sm text-muted">{token.name}</bdi>
        </span>
        {amount}
      </div>
      <span className="font-mono text-xs break-all text-muted">
        {chains.find(({ id }) => id === token.chainId)?.name} · {token.address}
      </span>
      {alike === null ? null : (
        <span className="border-s-2 border-warning ps-3 text-sm">{t('alike', { symbol: alike })}</span>
      )}
      <span className="flex gap-x-5">{children}</span>
    </div>
  );
}
