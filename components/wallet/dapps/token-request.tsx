import { useTranslations } from 'next-intl';
import { RequestDecision, useIsSettled } from '@/components/wallet/signing/sign-request';
import type { Coin } from '@/lib/api/types';
import { imitatedCoin } from '@/lib/evm/token-text';
import type { CustomToken } from '@/lib/wallet/tokens/custom-tokens';

/** Asks whether to show a token in the holdings, with what its own contract says, and a warning. */
export function TokenRequest({
  id,
  token,
  coins,
  onDecide,
}: {
  id: number;
  token: CustomToken;
  coins: readonly Coin[];
  onDecide: (isConfirmed: boolean) => void;
}) {
  const t = useTranslations('wallet.portfolio.custom');
  const shown = `token ${id}`;
  const isReady = useIsSettled(shown, { isForeign: true, isRead: true });
  const alike = imitatedCoin(token, coins);
  return (
    <div className="flex flex-col gap-5">
      <p>
        {t.rich('found', {
          symbol: token.symbol,
          name: token.name,
          decimals: token.decimals,
          // Letters that run from right to left would otherwise reorder the text around them.
          bdi: (text) => <bdi className="wrap-anywhere">{text}</bdi>,
        })}
      </p>
      <p dir="ltr" className="font-mono text-sm wrap-anywhere">
        {token.address}
      </p>
      <p className="border-s-2 border-warning ps-3 text-sm">
        {alike ? t('alike', { symbol: alike }) : t('warning')}
      </p>
      <RequestDecision
        {...{ shown, isReady, onDecide }}
        needsConsent={false}
        fee={null}
        action={t('add', { symbol: token.symbol })}
      />
    </div>
  );
}
