import { EventEmitter } from 'node:events';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toHex } from 'viem';
import { getConnection } from 'wagmi/actions';
import { NoticeList } from '@/components/ui/notice-list';
import { DepositForm } from '@/components/wallet/deposit/deposit-form';
import { depositDraft, emptyTransfer } from '@/components/wallet/transfer/transfer-draft';
import { useNotices } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';
import en from '@/messages/en.json';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { startBoundSession } from '../../../support/bound-session';
import { configureOfflineApi } from '../../../support/client-settings';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';
import { findSheet, SheetRoot, signInWithoutSheet } from '../../../support/transaction-sheet';

const [{ address: own }, { address: other }] = [demoAccount(1), demoAccount(2)];
let chain: OwnChain;

servePrices();
beforeAll(async () => {
  configureOfflineApi();
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

test('WAL-1 AUTH-3 hundreds of wallet events at once end the session once, with one notice, and the page settles', async () => {
  signInWithoutSheet();
  const events = new EventEmitter();
  const sent = jest.fn();
  const told: string[] = [];
  useNotices.subscribe(({ notices }, before) => {
    for (const { id, message } of notices)
      if (!before.notices.some((known) => known.id === id)) told.push(message);
  });
  depositDraft.save({ ...emptyTransfer, chainId: chain.id, coinId: 1, amount: '2' });
  const methods = { wallet_revokePermissions: () => null, eth_sendTransaction: sent };
  const config = await connectOwnChain(chain, own, undefined, undefined, methods, events);
  const revoke = jest.fn(async () => undefined);
  startBoundSession(config, own, revoke);
  const page = (
    <>
      <DepositForm />
      <SheetRoot />
      <NoticeList label="Notifications" dismissLabel="Dismiss" />
    </>
  );
  renderOnOwnChain(page, chain, config);
  await screen.findByText(/^Balance: [1-9]/);
  await userEvent.click(await screen.findByRole('button', { name: 'Review' }));
  await findSheet();

  const storm = () =>
    act(async () => {
      for (let round = 0; round < 300; round += 1) {
        events.emit('accountsChanged', [round % 2 ? own : other]);
        events.emit('chainChanged', toHex(round % 2 ? chain.id : 1));
        events.emit('disconnect', { code: 4900, message: 'disconnected' });
      }
    });
  await storm();
  await screen.findByText(en.client.disconnected);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(getConnection(config).status).toBe('disconnected'));
  await storm();
  // The form is unchanged, and ready for the next sign-in.
  expect(screen.getByRole('button', { name: 'Review' })).toBeVisible();
  expect(screen.getByLabelText('Amount')).toHaveValue('2');
  expect(getConnection(config).status).toBe('disconnected');
  expect(useSession.getState()).toMatchObject({ token: null, account: null });
  expect(revoke).toHaveBeenCalledTimes(1);
  expect(told).toEqual([en.client.disconnected]);
  expect(sent).not.toHaveBeenCalled();
});
