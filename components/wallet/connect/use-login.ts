import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { getAddress } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { useConfig } from 'wagmi';
import { connect, disconnect, getConnection, signMessage } from 'wagmi/actions';
import type { BrowserWallet } from '@/components/wallet/door/browser-wallet';
import { setLoginStep } from '@/components/wallet/shell/login-state';
import { ApiError, call } from '@/lib/api/client';
import type { LoginResult, NonceResult } from '@/lib/api/types';
import { closeDialog } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import { chainErrorCode } from '@/lib/evm/errors';
import { markLogin } from '@/lib/session/login-mark';
import { beginSession } from '@/lib/session/session-changes';
import { browserConnector } from './browser-connectors';

/**
 * Connect → nonce → sign an EIP-4361 message → token (AUTH-1), by the given wallet or, without one, by that which is
 * connected. Any failure leaves a clean anonymous state (AUTH-4).
 */
export function useLogin() {
  const config = useConfig();
  const t = useTranslations('wallet');

  const signIn = useCallback(async () => {
    const { address, chainId, connector } = getConnection(config);
    if (!address || !chainId || !connector) throw new Error('no wallet is connected');
    const { nonce, issuedAt, expirationTime, ...rest } = await call<NonceResult>('/user/generateNonce', {
      body: { address, chainId },
    });
    const message = createSiweMessage({
      ...rest,
      address: getAddress(address),
      chainId,
      nonce,
      version: '1',
      issuedAt: new Date(issuedAt),
      expirationTime: new Date(expirationTime),
    });
    setLoginStep('signing');
    const signature = await signMessage(config, { message, account: address, connector });
    setLoginStep('verifying');
    const result = await call<LoginResult>('/user/login', { body: { message, signature }, json: true });
    closeDialog('wallet');
    beginSession(result.token, result.expiresAt, result.user.address);
    notify('success', t('notice.loggedIn'));
  }, [config, t]);

  return useCallback(
    async (wallet?: BrowserWallet) => {
      try {
        markLogin(true);
        setLoginStep('connecting');
        const chainId = config.chains[0].id;
        if (wallet) await connect(config, { connector: browserConnector(config, wallet), chainId });
        await signIn();
      } catch (error) {
        if (!(error instanceof ApiError)) notify('warning', t(`errors.${chainErrorCode(error)}`));
        await disconnect(config).catch(() => undefined);
      } finally {
        markLogin(false);
        setLoginStep('idle');
      }
    },
    [config, signIn, t],
  );
}
