import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { cardApi, cardRow, installCardApi, plannedOrder } from '../../../support/card-api';
import { type ChainCards, openedLog, renderCards, sampleCard, sampleList } from '../../../support/card-page';

installCardApi();

describe('CARD-65 a new PIN', () => {
  const physical = (change = {}) => sampleList({ cards: [sampleCard({ type: 'physical', ...change })] });
  const openFrame = async () => {
    renderCards({ list: physical() });
    await userEvent.click((await cardRow()).getByRole('button', { name: /^Set PIN/ }));
    const frame = screen.getByTitle<HTMLIFrameElement>('New PIN for the card ending in 4242');
    expect(frame.src).toBe('http://localhost:3999/api/card/pinFrame');
    const say = (data: unknown, origin = 'http://localhost:3999') =>
      act(() => {
        window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow }));
      });
    return say;
  };
  const asCiphertext = { kind: 'encrypted', encryptedPin: 'a.b.c.d.e' };

  test('is encrypted in the frame, and only the ciphertext is sent', async () => {
    const say = await openFrame();
    say({ kind: 'shown' }, 'https://evil.invalid');
    say(asCiphertext);
    say({ kind: 'shown' });
    say(asCiphertext, 'https://evil.invalid');
    expect(cardApi.asked).toEqual([]);
    say(asCiphertext);
    say(asCiphertext);
    expect(await screen.findByText('The PIN is set.')).toBeVisible();
    expect(cardApi.asked).toEqual([{ path: '/card/pin', body: { id: 'ic_1', encryptedPin: 'a.b.c.d.e' } }]);
  });

  test('can be entered again after a failure', async () => {
    cardApi.answer = () => ({ status: 422, body: { code: 422, msg: 'Choose another PIN.', data: null } });
    const say = await openFrame();
    say({ kind: 'shown' });
    say(asCiphertext);
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose another PIN.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByTitle(/^New PIN/)).toBeVisible();
  });

  test('is offered for active physical cards only', async () => {
    const frozen = { server: false, issuer: true, chain: false };
    renderCards({ list: physical({ status: 'opening', shipping: 'shipped', frozen }) });
    const card = await cardRow();
    expect(card.getByText("It's on its way.")).toBeVisible();
    expect(card.queryByRole('button', { name: /^(Set PIN|Unfreeze)/ })).toBeNull();
  });
});

describe('CARD-66 replacing a card', () => {
  const replace = async (chainCards: ChainCards = {}) => {
    renderCards({ list: sampleList({ cards: [sampleCard({ type: 'physical' })] }), chainCards });
    await userEvent.click((await cardRow()).getByRole('button', { name: /^Replace card/ }));
  };

  test('a lost card is frozen without the wallet before the new one is opened', async () => {
    await replace();
    await userEvent.click(screen.getByRole('radio', { name: 'I lost it' }));
    expect(screen.getByText(/is frozen when you continue/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Freeze and continue' }));
    expect(await screen.findByRole('heading', { name: 'Replacing the card ending in 4242' })).toHaveFocus();
    expect(cardApi.asked).toEqual([{ path: '/card/update', body: { id: 'ic_1', freeze: true } }]);
  });

  test('a failed freeze is shown, and nothing continues', async () => {
    await replace();
    cardApi.answer = () => ({ status: 503, body: { code: 503, msg: 'The server is down.', data: null } });
    await userEvent.click(screen.getByRole('radio', { name: 'It was stolen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Freeze and continue' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is down.');
    expect(screen.queryByText(/^Replacing the card/)).toBeNull();
  });

  test('a damaged card keeps working, and the new one has its type and limits', async () => {
    await replace();
    await userEvent.click(screen.getByRole('radio', { name: "It's damaged" }));
    expect(screen.getByText(/keeps working until the new one is active/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByLabelText('Per day')).toHaveValue('700');
    expect(screen.getAllByRole('radio')).toHaveLength(1);
    expect(screen.getByRole('radio', { name: /^Physical/ })).toBeChecked();
    expect(cardApi.asked).toEqual([]);
  });

  test('a card that was opened before is used, although the search for it ends after the choice', async () => {
    let answerLogs: (logs: unknown) => void = () => undefined;
    const findLogs = () => new Promise((resolve) => (answerLogs = resolve));
    await replace({ findLogs });
    await userEvent.click(screen.getByRole('radio', { name: "It's damaged" }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: /^Replacing the card/ })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
    await act(async () => answerLogs([openedLog(4)]));
    expect(await screen.findByText(/Card 4 is open in the contract/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Finish' })).toBeVisible();
  });

  test('if the search for opened cards fails, it can be repeated before the form shows', async () => {
    let isDown = true;
    await replace({
      findLogs: () => {
        if (isDown) throw new Error('down');
        return [];
      },
    });
    await userEvent.click(screen.getByRole('radio', { name: "It's damaged" }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByRole('button', { name: 'Review' })).toBeVisible();
  });

  const replaced = () =>
    sampleList({
      cards: [
        sampleCard({ id: 'ic_2', lastFour: '1234', replaces: 'ic_1' }),
        sampleCard({ status: 'closed', canBeReplaced: false }),
      ],
    });

  test('the old card names the new one, and can be closed in the contract, where it is only frozen', async () => {
    renderCards({ list: replaced(), chainCards: { statusOf: () => 2 } });
    const card = await cardRow();
    expect(card.getByText('Replaced by the card ending in 1234.')).toBeVisible();
    await userEvent.click(await card.findByRole('button', { name: /^Close in the contract/ }));
    expect(screen.getByText(/still open in the contract/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Review/ }));
    expect(plannedOrder()).toMatchObject({ call: { functionName: 'setStatus', args: [3, 3] } });
  });

  test('an old card that is closed in the contract has no actions', async () => {
    const statusOf = jest.fn(() => 3);
    renderCards({ list: replaced(), chainCards: { statusOf } });
    const card = await cardRow();
    await waitFor(() => expect(statusOf).toHaveBeenCalled());
    expect(card.queryByRole('button')).toBeNull();
  });
});
