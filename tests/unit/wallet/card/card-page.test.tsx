import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CardPanel } from '@/components/wallet/card/card';
import { useDialogs } from '@/lib/browser/dialogs';
import { cardApi, cardRow, installCardApi, plannedOrder } from '../../../support/card-api';
import {
  CARD_OWNER,
  cardAnswer,
  renderCards,
  sampleCard,
  sampleList,
  samplePurchase,
} from '../../../support/card-page';
import { renderOnChains, silent } from '../../../support/test-chains';

installCardApi();

test('CARD-60 shows what can be spent, what is held and leaving, the card, and the purchases', async () => {
  renderCards({
    money: { held: 20n * 10n ** 18n, leaving: 5n * 10n ** 18n, leavingSince: 1_799_999_990 },
    purchases: [samplePurchase(), samplePurchase({ id: 'iauth_2', state: 'declined', reason: 'day_limit' })],
  });
  expect(await screen.findByText('75', { exact: true })).toBeVisible();
  expect(screen.getByText('Held for purchases')).toBeVisible();
  expect(screen.getByText('Being withdrawn')).toBeVisible();
  // The delay of 60 s isn't over.
  expect(screen.queryByRole('button', { name: 'Withdraw now' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel this withdrawal' })).toBeVisible();
  const card = await cardRow();
  expect(card.getByText('Active')).toBeVisible();
  expect(card.getByText('Today 125 of 500 TIDE')).toBeVisible();
  expect(screen.getByRole('button', { name: /Café Tide.*\$4\.20.*Held/s })).toBeVisible();
  expect(screen.getByRole('button', { name: /Café Tide.*Declined/s })).toBeVisible();
});

test('CARD-60 a card whose token isn’t listed says so, and can be frozen', async () => {
  const { program } = sampleList();
  const token = '0x00000000000000000000000000000000000000d1';
  renderCards({ list: sampleList({ program, cards: [sampleCard({ token })] }) });
  const card = await cardRow();
  expect(await card.findByText("Pays from a token on North Sea that this site doesn't list.")).toBeVisible();
  expect(card.getByRole('button', { name: /^Freeze:/ })).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: /^Limits:/ }));
  expect(screen.getByText(/This site doesn't list this card's token/)).toBeVisible();
});

test('a user without money and card sees the next steps', async () => {
  renderCards({ list: sampleList({ cards: [], holder: null }), money: { balance: 0n } });
  expect(await screen.findByText(/Top up before you pay/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Top up' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Get a card' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  expect(screen.getByText(/No purchases yet/)).toBeVisible();
});

test('without a program, money can still be withdrawn', async () => {
  const { program } = sampleList();
  renderCards({ list: sampleList({ cards: [], program: { ...program, isAvailable: false } }) });
  expect(await screen.findByText(/New cards are not available/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Get a card' })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeVisible();
});

test('without a contract, the page says so', () => {
  renderOnChains(
    <CardPanel account={CARD_OWNER} chains={[]} coins={[]} contracts={[]} />,
    new Map([[901, silent]]),
  );
  expect(screen.getByText(/Cards aren't available on any network/)).toBeVisible();
});

test('CARD-62 one press freezes a card without the wallet', async () => {
  renderCards();
  const card = await cardRow();
  await userEvent.click(card.getByRole('button', { name: /^Freeze:/ }));
  await waitFor(() =>
    expect(cardApi.asked).toEqual([{ path: '/card/update', body: { id: 'ic_1', freeze: true } }]),
  );
  expect(useDialogs.getState().open).toBeNull();
});

test('CARD-62 if the server fails, the wallet freezes the card in the contract', async () => {
  cardApi.answer = () => ({ status: 503, body: { code: 503, msg: 'The server is down.', data: null } });
  renderCards();
  const card = await cardRow();
  await userEvent.click(card.getByRole('button', { name: /^Freeze:/ }));
  expect(await card.findByRole('alert')).toHaveTextContent('The server is down.');
  await userEvent.click(card.getByRole('button', { name: /^Freeze with wallet:/ }));
  expect(plannedOrder()).toMatchObject({
    intent: { kind: 'freezeCard', card: 3 },
    call: { functionName: 'setStatus', args: [3, 2] },
  });
});

test('a frozen card shows who knows it, and only the wallet unfreezes it', async () => {
  renderCards({
    list: sampleList({
      cards: [sampleCard({ status: 'frozen', frozen: { server: true, issuer: true, chain: false } })],
    }),
  });
  const card = await cardRow();
  const steps = card.getAllByRole('listitem').map((item) => item.getAttribute('data-state'));
  expect(steps).toEqual(['done', 'done', 'current']);
  expect(card.queryByRole('button', { name: /Show number/ })).toBeNull();
  await userEvent.click(await card.findByRole('button', { name: /^Unfreeze with wallet:/ }));
  expect(plannedOrder()).toMatchObject({ call: { functionName: 'setStatus', args: [3, 1] } });
});

test('what is owed is paid with the wallet', async () => {
  const account = {
    ...{ chainId: 901, contract: sampleCard().contract, token: sampleCard().token, coinId: 2, decimals: 18 },
    ...{
      balance: '0',
      unconfirmed: '0',
      held: '0',
      leaving: '0',
      spendable: '0',
      owed: '4200000000000000000',
      blockNumber: '5',
    },
  };
  renderCards({ list: sampleList({ accounts: [account] }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay 4.2 TIDE' }));
  expect(plannedOrder()).toMatchObject({
    call: { functionName: 'fund', args: [sampleCard().token, 4_200_000_000_000_000_000n] },
    spending: { amount: 4_200_000_000_000_000_000n },
  });
});

test('a declined purchase says why and what to do, and its merchant can be blocked', async () => {
  renderCards({
    purchases: [samplePurchase({ state: 'declined', reason: 'insufficient_funds', held: '0' })],
  });
  await userEvent.click(await screen.findByRole('button', { name: /Café Tide/ }));
  expect(await screen.findByText(/Your available balance was too low. Top up/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Purchase' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Block merchant' }));
  await waitFor(() =>
    expect(cardApi.asked).toEqual([{ path: '/card/update', body: { id: 'ic_1', blockMerchant: 'm_1' } }]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back to cards' }));
  expect(await screen.findByRole('heading', { name: 'Purchases' })).toBeVisible();
});

test('a captured purchase can be disputed with the fields of its reason', async () => {
  const disputable = { transactionId: 'ipi_1', amount: '420' };
  renderCards({ purchases: [samplePurchase({ state: 'captured', held: '0', charged: '420', disputable })] });
  await userEvent.click(await screen.findByRole('button', { name: /Café Tide/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Dispute' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'duplicate');
  await userEvent.click(screen.getByRole('button', { name: 'Send dispute' }));
  expect(cardApi.asked).toEqual([]);
  expect(screen.getByRole('textbox', { name: 'What happened' })).toHaveFocus();
  await userEvent.type(screen.getByRole('textbox', { name: 'What happened' }), 'Charged twice');
  await userEvent.click(screen.getByRole('button', { name: 'Send dispute' }));
  await waitFor(() =>
    expect(cardApi.asked).toEqual([
      {
        path: '/card/dispute',
        body: { transactionId: 'ipi_1', reason: 'duplicate', explanation: 'Charged twice' },
      },
    ]),
  );
});

test('CARD-63 a withdrawal needs the operator’s signature, which the review then uses', async () => {
  cardApi.answer = (path) => ({
    body: {
      code: 200,
      msg: '',
      data: path.startsWith('/card/withdrawal')
        ? { id: 1, state: 'signed', reason: null, nonce: '7', deadline: 1_800_000_600, signature: '0x1234' }
        : cardAnswer(path),
    },
  });
  renderCards();
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '30');
  expect(screen.getByText(/^Arrives at 0x0000…00b1/i)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  await waitFor(() => expect(plannedOrder()?.intent.kind).toBe('withdrawCardNow'));
  expect(plannedOrder()).toMatchObject({
    call: {
      functionName: 'withdrawNow',
      args: [sampleCard().token, 30n * 10n ** 18n, CARD_OWNER, 7n, 1_800_000_600n, '0x1234'],
    },
  });
  expect(cardApi.asked[0]).toMatchObject({
    path: '/card/withdrawalSignature',
    body: { amountRaw: `${30n * 10n ** 18n}` },
  });
});

test('CARD-63 if the operator doesn’t answer, the withdrawal with a delay is offered', async () => {
  cardApi.answer = () => ({ status: 503, body: { code: 503, msg: 'down', data: null } });
  renderCards();
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '30');
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(await screen.findByText(/The operator isn't responding/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Request withdrawal' }));
  expect(plannedOrder()).toMatchObject({
    call: { functionName: 'requestWithdrawal', args: [sampleCard().token, 30n * 10n ** 18n] },
  });
});

test('CARD-63 an expired signature of an operator that is down isn’t used', async () => {
  const signed = { id: 1, state: 'signed', reason: null, nonce: '7', deadline: 1_700_000_000 };
  cardApi.answer = (path) => ({
    body: {
      code: 200,
      msg: '',
      data: path.startsWith('/card/withdrawal') ? { ...signed, signature: '0x1234' } : cardAnswer(path),
    },
  });
  renderCards();
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '30');
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(await screen.findByText(/The operator isn't responding/)).toBeVisible();
  expect(plannedOrder()).toBeUndefined();
});

test('more than what is free can’t be withdrawn', async () => {
  renderCards({ money: { held: 90n * 10n ** 18n } });
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '30');
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(screen.getByText(/Part of your TIDE is held for purchases/)).toBeVisible();
  expect(cardApi.asked).toEqual([]);
});

test('the first card asks for the holder, and opens the card in the contract first', async () => {
  renderCards({ list: sampleList({ cards: [], holder: null }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Get a card' }));
  expect(
    await screen.findByText(/Issued by Harbour Bank to residents of United Kingdom and Taiwan/),
  ).toBeVisible();
  expect(screen.getByText(/Harbour Bank uses these details/)).toBeVisible();
  const field = (name: string | RegExp) => screen.getByLabelText(name);
  for (const [name, text] of [
    ['Per day', '500'],
    ['Per month', '400'],
    ['Without approval, per month', '0'],
  ] as const) {
    await userEvent.clear(field(name));
    await userEvent.type(field(name), text);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(screen.getByText(/can't be above the limit per month/)).toBeVisible();
  await userEvent.clear(field('Per month'));
  await userEvent.type(field('Per month'), '2000');
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(field('First name')).toHaveFocus();
  for (const [name, text] of [
    ['First name', 'Mei'],
    ['Last name', 'Chen'],
    ['Email', 'mei@example.com'],
    ['Phone', '+886 912-345-678'],
    ['Date of birth', '1990-01-02'],
    ['Address', '1 Quay Street'],
    ['City', 'Hull'],
    ['Postal code', 'HU1 1AA'],
  ] as const)
    await userEvent.type(field(name), text);
  await userEvent.click(field(/I accept the terms/));
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(plannedOrder()).toMatchObject({
    call: {
      functionName: 'openCard',
      args: [
        sampleCard().token,
        {
          perDay: 500n * 10n ** 18n,
          perMonth: 2_000n * 10n ** 18n,
          offlinePerMonth: 0n,
          overCaptureBps: 2_000,
        },
      ],
    },
  });
  expect(cardApi.asked).toEqual([]);
});

test('a card that is open in the contract is finished without a transaction', async () => {
  renderCards({ list: sampleList({ cards: [] }) });
  await screen.findByRole('heading', { name: 'Cards' });
  act(() => {
    window.history.pushState(
      { search: 'show=create&chain=901&number=4' },
      '',
      '?show=create&chain=901&number=4',
    );
    window.dispatchEvent(new Event('tidewell:place'));
  });
  expect(await screen.findByText(/Card 4 is open in the contract/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
  await waitFor(() =>
    expect(cardApi.asked).toEqual([
      { path: '/card/create', body: { chainId: 901, number: 4, type: 'virtual' } },
    ]),
  );
});

test('CARD-60 a network that doesn’t respond hides nothing of the others, and can be read again', async () => {
  let isDown = true;
  const other = jest.fn((method: string) => {
    if (isDown) return silent(method, []);
    throw new Error('not needed');
  });
  renderCards({ other });
  expect(await screen.findByText('100', { exact: true })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Card ending in 4242' })).toBeVisible();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  const before = other.mock.calls.length;
  isDown = false;
  await userEvent.click(retry);
  await waitFor(() => expect(other.mock.calls.length).toBeGreaterThan(before));
});

test('CARD-60 money, cards, and purchases show while a network is still being read', async () => {
  renderCards({ other: () => new Promise(() => undefined), purchases: [samplePurchase()] });
  expect(await screen.findByText('100', { exact: true })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Card ending in 4242' })).toBeVisible();
  expect(screen.getByRole('button', { name: /Café Tide/ })).toBeVisible();
  expect(screen.queryByText(/Top up before you pay/)).toBeNull();
});

test('CARD-60 closing a view returns the focus to the control that opened it', async () => {
  renderCards({ purchases: [samplePurchase()] });
  const card = await cardRow();
  await userEvent.click(card.getByRole('button', { name: /^Limits:/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Back to cards' }));
  expect(await screen.findByRole('button', { name: /^Limits:/ })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: /Café Tide/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Back to cards' }));
  expect(await screen.findByRole('button', { name: /Café Tide/ })).toHaveFocus();
});

test('CARD-63 if the server declines a withdrawal, its reason shows', async () => {
  cardApi.answer = (path) =>
    path.startsWith('/card/withdrawal')
      ? { status: 409, body: { code: 409, msg: 'A purchase needs this money.', data: null } }
      : { body: { code: 200, msg: '', data: cardAnswer(path) } };
  renderCards();
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '30');
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(await screen.findByText(/^A purchase needs this money\. You can withdraw without/)).toBeVisible();
});
