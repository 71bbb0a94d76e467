import { useEffect, useEffectEvent } from 'react';
import { useConnection } from 'wagmi';
import { type LoginWish, setLoginStep, takeWish, useLoginState } from '@/components/wallet/shell/login-state';
import { useLogin } from './use-login';
import { useWalletConnect } from './use-wallet-connect';

/** Brings about what is asked for at the door, and tells it which account is connected. Draws nothing. */
export function LoginKeeper() {
  const { isConnected, address } = useConnection();
  const login = useLogin();
  const joinWalletConnect = useWalletConnect();

  const fulfil = async (wish: LoginWish) => {
    if (wish.by === 'walletConnect' && !(await joinWalletConnect(wish.projectId)))
      return setLoginStep('idle');
    await login(wish.by === 'browser' ? wish.wallet : undefined);
  };
  const answer = useEffectEvent(() => {
    const wish = takeWish();
    if (wish) void fulfil(wish);
  });

  const account = isConnected ? address : undefined;
  useEffect(() => useLoginState.setState({ account }), [account]);
  useEffect(() => {
    answer();
    return useLoginState.subscribe(() => answer());
  }, []);

  return null;
}
