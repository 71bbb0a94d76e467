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
    if (!(error instanceof WrongChainError)) {
      const code = chainErrorCode(error);
      return t(code === 'rejected' ? 'switchRejected' : code);
    }
    const [current, wanted] = [nameOf(error.walletChainId), nameOf(error.chainId)];
    const said = chainErrorCode(error.cause);
    if (said === 'walletBusy') return t('walletBusy');
    if (wanted && said === 'walletUnsupported') return t('switchUnsupported', { wanted });
    if (wanted && said === 'wrongChain') return t('networkMissing', { wanted });
    return current && wanted ? t('stayedOn', { current, wanted }) : t('wrongChain');
  };
}
