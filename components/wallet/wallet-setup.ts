import type { Messages } from 'next-intl';
import type { ComponentType } from 'react';
import { type Address, getAddress } from 'viem';
import type { Config } from 'wagmi';
import { disconnect, getConnection, reconnect, watchConnection } from 'wagmi/actions';
import { loadDemoWallet } from '@/components/wallet/demo-wallet/load-demo-wallet';
import { call } from '@/lib/api/client';
import type { ChainMapping, Contract, Website } from '@/lib/api/types';
import { createWalletConfig } from '@/lib/chain/wallet-config';
import type { Locale } from '@/lib/i18n/routing';
import { isLoginMarked } from '@/lib/login-mark';
import { endSession, onSessionEnd, useSession } from '@/lib/session';

type Base = {
  config: Config;
  /** The demo wallet's own confirm sheet; null except in builds for local chains. */
  DemoSheet: ComponentType | null;
};

export type WalletSetup = Base & { messages: Messages };

let basePromise: Promise<Base> | undefined;

/** Ends the session when the wallet leaves or shows another account (AUTH-3), and the wallet when the session ends. */
function bindSession(config: Config): void {
  onSessionEnd(async () => {
    if (getConnection(config).isConnected) await disconnect(config);
  });
  watchConnection(config, {
    onChange(connection, previous) {
      if (previous.status !== 'connected' || useSession.getState().token === null) return;
      if (connection.status === 'disconnected') endSession();
      else if (connection.address && connection.address !== previous.address) endSession();
    },
  });
  useSession.subscribe(({ token }, previous) => {
    if (token !== null && previous.token === null && !getConnection(config).isConnected)
      void reconnect(config);
  });
}

async function loadBase(): Promise<Base> {
  const [mappings, contracts, website] = await Promise.all([
    call<ChainMapping[]>('/config/chainMapping', { silent: true }),
    call<Contract[]>('/config/contractAddressList', { silent: true }),
    call<Website>('/config/website', { silent: true }),
  ]);
  const multicalls = new Map<number, Address>(
    contracts
      .filter(({ name }) => name === 'multicall')
      .map(({ chainId, address }) => [chainId, getAddress(address)]),
  );
  const config = createWalletConfig(mappings, multicalls);
  const DemoSheet = await loadDemoWallet(mappings);
  const { walletConnectProjectId } = website;
  if (walletConnectProjectId && (await config.storage?.getItem('recentConnectorId')) === 'walletConnect') {
    const { addWalletConnect } = await import('./connect/wallet-connect');
    await addWalletConnect(config, walletConnectProjectId);
  }
  bindSession(config);
  // Anonymous means not connected: only a session, or a login that a reload interrupted, brings a wallet back.
  if (useSession.getState().token !== null || isLoginMarked()) await reconnect(config);
  return { config, DemoSheet };
}

/**
 * Everything the island needs before it draws: chains from the API, wording, the restored connection. One a page;
 * a failure is forgotten, so that the next call tries again.
 * @throws ApiError when the API cannot be reached.
 */
export async function loadWalletSetup(locale: Locale): Promise<WalletSetup> {
  basePromise ??= loadBase();
  try {
    const [base, messages] = await Promise.all([basePromise, import(`@/messages/${locale}.json`)]);
    return { ...base, messages: messages.default };
  } catch (error) {
    basePromise = undefined;
    throw error;
  }
}
