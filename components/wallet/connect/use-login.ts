import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { getAddress } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { type Connector, useConfig } from 'wagmi';
import { connect, disconnect, getConnection, signMessage } from 'wagmi/actions';
import { ApiError, call } from '@/lib/api/client';
import type { LoginResult, NonceResult } from '@/lib/api/types';
import { chainErrorCode } from '@/lib/chain/errors';
import { closeDialog } from '@/lib/dialogs';
import { markLogin } from '@/lib/login-mark';
import { notify } from '@/lib/notices';
import { beginSession } from '@/lib/session-changes';

export type LoginStep = 'idle' | 'connecting' | 'signing' | 'verifying';

/** Connect → nonce → sign an EIP-4361 message → token (AUTH-1). Any failure leaves a clean anonymous state (AUTH-4). */
export function useLogin() {
  const config = useConfig();
  const t = useTranslations('wallet');
  const [step, setStep] = useState<LoginStep>('idle');

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
    setStep('signing');
    const signature = await signMessage(config, { message, account: address, connector });
    setStep('verifying');
    const result = await call<LoginResult>('/user/login', { body: { message, signature }, json: true });
    closeDialog('wallet');
    beginSession(result.token, result.expiresAt, result.user.address);
    notify('success', t('notice.loggedIn'));
  }, [config, t]);

  const login = useCallback(
    async (connector?: Connector) => {
      try {
        markLogin(true);
        setStep('connecting');
        const fallbackChainId = config.chains[0].id;
        if (connector) await connect(config, { connector, chainId: fallbackChainId });
        await signIn();
      } catch (error) {
        if (!(error instanceof ApiError)) notify('warning', t(`errors.${chainErrorCode(error)}`));
        await disconnect(config).catch(() => undefined);
      } finally {
        markLogin(false);
        setStep('idle');
      }
    },
    [config, signIn, t],
  );

  return { step, login };
}
