import { connect, getConnection } from 'wagmi/actions';
import { browserConnector } from '@/components/wallet/connect/browser-connector';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import { listedChain, ScriptedWallet, walletError } from '../../../support/scripted-wallet';

/** Loads a page: a configuration that reads what earlier pages stored, with a wallet. */
async function loadPage(wallet: ScriptedWallet) {
  const config = createWalletConfig([listedChain(31337)], new Map());
  // wagmi reads its storage asynchronously.
  await config.storage?.getItem('recentConnectorId');
  const state = () => ({ status: config.state.status, address: getConnection(config).address });
  return { config, connector: browserConnector(config, wallet.entry), state };
}

const nothing = { status: 'disconnected', address: undefined };

test('WAL-1 an account that an earlier page was connected with counts only after the wallet names it again', async () => {
  const before = await loadPage(new ScriptedWallet());
  await connect(before.config, { connector: before.connector });
  expect(before.state()).toMatchObject({ status: 'connected' });

  const wallet = new ScriptedWallet();
  const { config, connector, state } = await loadPage(wallet);
  expect(state()).toEqual(nothing);
  wallet.script.eth_requestAccounts = () => {
    throw walletError(4001);
  };
  await expect(connect(config, { connector })).rejects.toThrow();
  expect(state()).toEqual(nothing);
  // The wallet is still known as the one that was used last.
  expect(await config.storage?.getItem('recentConnectorId')).toBe(wallet.entry.id);
});
