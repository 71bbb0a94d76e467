import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Address } from 'viem';
import { useConnection, useSwitchChain, useWatchAsset } from 'wagmi';
import type { Coin } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { chainErrorCode } from '@/lib/evm/errors';

/** Asks the connected wallet to list a token (EIP-747), on the token's chain: the request itself names none. */
export function AddToWallet({
  coin,
  token,
}: {
  coin: Coin;
  token: { chainId: number; address: Address; decimals: number };
}) {
  const t = useTranslations('wallet.coins');
  const errors = useTranslations('wallet.errors');
  const { isConnected, chainId } = useConnection();
  const { mutateAsync: switchChain } = useSwitchChain();
  const { mutateAsync: watchAsset } = useWatchAsset();
  const [isBusy, setBusy] = useState(false);
  if (!isConnected) return null;

  const add = async () => {
    setBusy(true);
    try {
      if (chainId !== token.chainId) await switchChain({ chainId: token.chainId });
      const { address, decimals } = token;
      const image = new URL(coin.icon, window.location.origin).href;
      const isAdded = await watchAsset({
        type: 'ERC20',
        options: { address, decimals, symbol: coin.symbol, image },
      });
      if (isAdded) notify('success', t('added', { symbol: coin.symbol }));
    } catch (error) {
      const code = chainErrorCode(error);
      notify('warning', code === 'unknown' ? t('notAdded') : errors(code));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      disabled={isBusy}
      onClick={() => void add()}
      className="min-h-11 text-sm text-water underline underline-offset-4 disabled:text-muted"
    >
      {t('add')}
    </button>
  );
}
