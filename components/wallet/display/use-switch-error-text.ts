import { useTranslations } from 'next-intl';
import { useConfig } from 'wagmi';
import { chainErrorCode, WrongChainError } from '@/lib/evm/errors';

/**
 * React hook that returns a function that returns the text for an error after a switch to another network. The text names
 * both networks if they are listed.
 */
export function useSwitchErrorText(): (error: unknown) => string {
  const t = useTranslations('wallet.errors');
  const { chains } = useConfig();
  const nameOf = (id: number | undefined) => chains.find((chain) => chain.id === id)?.name;
  return (error) => {
    if (!(error instanceof WrongChainError)) return t(chainErrorCode(error));
    if (chainErrorCode(error.cause) === 'walletBusy') return t('walletBusy');
    const [current, wanted] = [nameOf(error.walletChainId), nameOf(error.chainId)];
    return current && wanted ? t('stayedOn', { current, wanted }) : t('wrongChain');
  };
}
