/** @jest-environment <rootDir>/tests/support/site-environment.ts */
import { waitFor } from '@testing-library/react';
import { POST as verifyTransfer } from '@/app/api/transfer/verifyTx/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { TransactionWatcher } from '@/components/wallet/shell/transaction-watcher';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { peerHeader } from '@/lib/server/http/connections';
import { useSession } from '@/lib/session/session';
import { blockOf } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../../support/api-backend';
import { depositNative, senderOn } from '../../../support/api-deposit';
import { tokenOf } from '../../../support/api-sign-in';
import { configureOfflineApi } from '../../../support/client-settings';
import { entry } from '../../../support/ledger-entry';
import { connectOwnChain, listsOf, renderOnOwnChain } from '../../../support/own-chain';
import { ORIGIN, queryDatabase } from '../../../support/plain-chains';

const [account, friend] = [demoAccount(1), demoAccount(2)];
const realFetch = globalThis.fetch;
let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({ pools: true });
});
afterAll(async () => {
  globalThis.fetch = realFetch;
  await backend.stop();
});

test('FREE-10 the page has a confirmed vault transfer recorded for both accounts, and it stays confirmed', async () => {
  const [{ contracts, ...chain }] = backend.chains;
  if (!contracts) throw new Error('no contracts are deployed');
  const own = { ...chain, addresses: contracts, lists: listsOf({ ...chain, contracts }) };
  const [token] = [await tokenOf(account), await tokenOf(friend)];
  await depositNative(chain, account, 5n);
  const sender = senderOn(chain, account);
  const hash = await sender.writeContract({
    address: chain.vault,
    abi: vaultAbi,
    functionName: 'transfer',
    args: [NATIVE_TOKEN, 5n, friend.address],
  });
  const block = blockOf(await sender.waitForTransactionReceipt({ hash }));
  const routes = new Map([
    ['/api/transfer/verifyTx', verifyTransfer],
    ['/api/wallet/activity', activity],
  ]);
  configureOfflineApi();
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), ORIGIN);
    const route = url.origin === ORIGIN ? routes.get(url.pathname) : undefined;
    if (!route) return realFetch(input, init);
    const request = new Request(url, init);
    request.headers.set('Origin', ORIGIN);
    request.headers.set(peerHeader(), '127.0.0.1');
    return route(request, { params: Promise.resolve({}) });
  };
  useSession.setState({ token, account: account.address });
  useLedger.setState({
    entries: [
      {
        ...entry,
        ...{ id: hash, hash, chainId: chain.id, account: account.address, kind: 'sendBalance' },
        ...{ recipient: friend.address, token: NATIVE_TOKEN, status: 'confirmed', block },
      },
    ],
  });
  renderOnOwnChain(<TransactionWatcher />, own, await connectOwnChain(own, account.address));
  const records = () =>
    queryDatabase<{ owner: string; kind: string }>(
      backend,
      'select owner, kind from transactions where tx_hash = $1 order by kind',
      [hash],
    );
  await waitFor(
    async () =>
      expect(await records()).toEqual([
        { owner: account.address, kind: 'sendBalance' },
        { owner: friend.address, kind: 'receiveBalance' },
      ]),
    { timeout: 20_000 },
  );
  expect(useLedger.getState().entries).toMatchObject([{ id: hash, status: 'confirmed' }]);
});
