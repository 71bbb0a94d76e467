import { waitFor } from '@testing-library/react';
import { connect, disconnect, reconnect } from 'wagmi/actions';
import { browserConnector } from '@/components/wallet/connect/use-login';
import { getConfirmedConnection } from '@/lib/wallet/networks/confirmed-connection';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import { FIRST, listedChain, ScriptedWallet, SECOND, walletError } from '../../../support/scripted-wallet';

/** Loads a page: a configuration that reads what earlier pages stored, with a wallet. */
async function loadPage(wallet: ScriptedWallet) {
  const config = createWalletConfig([listedChain(31337)], new Map());
  // wagmi reads its storage asynchronously.
  await config.storage?.getItem('recentConnectorId');
  return { config, connector: browserConnector(config, wallet.entry) };
}

/** Connects the wallet in a page that is then left. */
async function connectBefore() {
  const { config, connector } = await loadPage(new ScriptedWallet());
  await connect(config, { connector });
}

beforeEach(() => window.localStorage.clear());

test('WAL-1 a stored connection counts only once the wallet has confirmed it, with the account that it names', async () => {
  await connectBefore();
  const wallet = new ScriptedWallet();
  const held = wallet.hold('eth_accounts');
  const { config } = await loadPage(wallet);
  const restoring = reconnect(config);
  await waitFor(() => expect(wallet.count('eth_accounts')).toBe(1));
  expect(config.state.status).toBe('reconnecting');
  expect(config.state.connections.size).toBe(1);
  expect(getConfirmedConnection(config)).toBeUndefined();
  delete wallet.script.eth_accounts;
  wallet.accounts = [SECOND];
  held.answer([SECOND]);
  await restoring;
  expect(getConfirmedConnection(config)).toMatchObject({ address: SECOND });
});

test('WAL-1 a stored connection whose wallet shares no account any more is none', async () => {
  await connectBefore();
  const wallet = new ScriptedWallet();
  wallet.accounts = [];
  const { config } = await loadPage(wallet);
  await reconnect(config);
  expect(getConfirmedConnection(config)).toBeUndefined();
});

test('WAL-1 a stored connection stays unconfirmed if another wallet fails to connect, or disconnects', async () => {
  await connectBefore();
  const wallet = new ScriptedWallet();
  wallet.script.eth_requestAccounts = () => {
    throw walletError(4001);
  };
  const { config, connector } = await loadPage(wallet);
  await expect(connect(config, { connector })).rejects.toThrow();
  // wagmi calls this connected, with the account in storage.
  expect(config.state.status).toBe('connected');
  expect(getConfirmedConnection(config)).toBeUndefined();
  delete wallet.script.eth_requestAccounts;
  await connect(config, { connector });
  expect(getConfirmedConnection(config)).toMatchObject({ address: FIRST });
  await disconnect(config);
  expect(config.state.status).toBe('connected');
  expect(getConfirmedConnection(config)).toBeUndefined();
});
