import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { LazyCalls } from '@/components/wallet/calls/lazy-calls';
import { CallSamples } from '@/components/wallet/gallery/call-samples';
import { shortAddress } from '@/lib/evm/address';
import { connectCalls } from '@/lib/wallet/calls/call-controller';
import { type CallControl, noCall, useCalls } from '@/lib/wallet/calls/call-store';
import type { Call, CallState } from '@/lib/wallet/calls/call-types';
import type { CallSignal } from '@/lib/wallet/calls/signal';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import en from '@/messages/en.json';
import zh from '@/messages/zh-Hant.json';
import { deviceOf, NOW } from '../../../support/call-world';

const other = deviceOf('b', 1);
const call: Call = {
  id: '11'.repeat(16),
  conversation: '5e'.repeat(16),
  isOutgoing: false,
  caller: other,
  others: [other.account],
  pending: [],
  legs: [{ ...other, state: 'connected' }],
  connectedAt: NOW,
};

function controls() {
  return {
    accept: jest.fn(),
    decline: jest.fn(),
    hangUp: jest.fn(),
    dismiss: jest.fn(),
    setMuted: jest.fn(),
    chooseMicrophone: jest.fn(async () => undefined),
    watchLevel: jest.fn(() => () => undefined),
    playSound: jest.fn(),
    start: jest.fn(),
    close: jest.fn(),
  } satisfies CallControl;
}
const show = (controller: CallControl, state: CallState, changes = {}) =>
  act(async () => useCalls.setState({ controller, view: { ...noCall, ...changes, state } }));

const draw = (children: ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      {children}
    </NextIntlClientProvider>,
  );

beforeEach(() => {
  useCalls.setState({ controller: null, view: noCall });
  useContacts.setState({ entries: [{ name: 'May', address: other.account }] });
});

test('CALL-7 announces a call once, focuses the panel instead of a button, and restores the focus', async () => {
  const controller = controls();
  const user = userEvent.setup();
  draw(
    <>
      <button type="button">Swap</button>
      <LazyCalls />
    </>,
  );
  const swap = screen.getByRole('button', { name: 'Swap' });
  swap.focus();
  await show(controller, { phase: 'ringingIn', call, isAnswering: false });
  expect(await screen.findByRole('alert')).toHaveTextContent('Incoming call from May');
  expect(screen.getByRole('region', { name: 'Call: May' })).toHaveFocus();
  expect(screen.getByText(shortAddress(other.account))).toBeVisible();
  expect(screen.getByText(/can see your IP address/)).toBeVisible();
  await user.keyboard(' {Enter}');
  expect(controller.accept).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(controller.accept).toHaveBeenCalledTimes(1);

  await show(controller, { phase: 'connected', call });
  expect(screen.getByRole('status')).toHaveTextContent('Connected');
  expect(screen.getByRole('region', { name: 'Call: May' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Mute' }));
  expect(controller.setMuted).toHaveBeenCalledWith(true);
  await user.click(screen.getByRole('button', { name: 'Hang up' }));
  expect(controller.hangUp).toHaveBeenCalledTimes(1);

  await show(controller, { phase: 'ended', call, reason: 'network' });
  expect(screen.getByRole('status')).toHaveTextContent('The connection was lost.');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(controller.dismiss).toHaveBeenCalledTimes(1);
  await show(controller, { phase: 'idle' });
  expect(screen.queryByRole('region')).toBeNull();
  expect(swap).toHaveFocus();
});

test('CALL-7 a ringing call for three names its caller alone as calling', async () => {
  const third = deviceOf('c', 1);
  draw(<LazyCalls />);
  const shared = { ...call, others: [third.account, other.account] };
  await show(controls(), { phase: 'ringingIn', call: shared, isAnswering: false });
  expect(await screen.findByRole('region', { name: 'Call: May' })).toBeVisible();
  expect(screen.getByText(`is calling you and ${shortAddress(third.account)}`)).toBeVisible();
  await show(controls(), { phase: 'connected', call: shared });
  expect(screen.getByRole('region', { name: `Call: ${shortAddress(third.account)}, May` })).toBeVisible();
});

test('CALL-7 a ringing call of a room says which room it is for, and keeps its name', async () => {
  const shared = { ...call, others: [deviceOf('c', 1).account, other.account] };
  const roomOf = (id: string) => (id === call.conversation ? 'Friday dinner' : null);
  useCalls.setState({ host: { start: async () => true, leave: async () => undefined, roomOf } });
  draw(<LazyCalls />);
  await show(controls(), { phase: 'ringingIn', call: shared, isAnswering: false });
  expect(await screen.findByRole('region', { name: 'Call: May' })).toBeVisible();
  expect(screen.getByText('is calling Friday dinner')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('May is calling Friday dinner');
  await show(controls(), { phase: 'connected', call: shared });
  expect(screen.getByRole('region', { name: 'Call: Friday dinner' })).toBeVisible();
  act(() => useCalls.setState({ host: null }));
});

test('CALL-7 a call doesn’t take the focus from someone who is typing', async () => {
  draw(
    <>
      <input aria-label="Amount" />
      <LazyCalls />
    </>,
  );
  const field = screen.getByLabelText('Amount');
  field.focus();
  await show(controls(), { phase: 'ringingIn', call, isAnswering: false });
  expect(await screen.findByRole('alert')).toHaveTextContent('Incoming call from May');
  expect(field).toHaveFocus();
});

test('CALL-1 CALL-7 the panel’s buttons control a ringing call', async () => {
  const self = deviceOf('a', 1);
  const sent: CallSignal['type'][] = [];
  const controller = connectCalls({
    self,
    sendSignal: async (_conversation, _to, signal) => void sent.push(signal.type),
    membersOf: () => [self.account, other.account],
    onMissed: () => undefined,
    fetchIceServers: async () => ({ iceServers: [], ttl: 3_600 }),
  });
  const user = userEvent.setup();
  draw(<LazyCalls />);
  const invite = { type: 'invite', callId: call.id, seq: 0, at: Date.now() } as const;
  const from = { ...other, conversation: call.conversation };
  // An invite that names someone outside the conversation doesn't ring.
  const stranger = deviceOf('c', 1).account;
  await act(async () =>
    controller.receive(from, { ...invite, participants: [other.account, self.account, stranger] }),
  );
  expect(useCalls.getState().view.state.phase).toBe('idle');
  await act(async () => controller.receive(from, { ...invite, participants: [other.account, self.account] }));
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  expect(sent).toEqual(['ringing', 'decline']);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region')).toBeNull();
  act(() => controller.close());
});

test('CALL-7 the settings list the microphones and can relay calls', async () => {
  const controller = controls();
  const user = userEvent.setup();
  draw(<LazyCalls />);
  const microphones = [{ id: 'usb', label: 'USB microphone' }];
  await show(controller, { phase: 'connected', call }, { microphones, isMuted: true });
  const settings = await screen.findByRole('button', { name: 'Call settings' });
  expect(settings).toHaveAttribute('aria-expanded', 'false');
  await user.click(settings);
  await user.selectOptions(screen.getByLabelText('Microphone'), 'USB microphone');
  expect(controller.chooseMicrophone).toHaveBeenCalledWith('usb');
  await user.click(screen.getByRole('checkbox', { name: /Always relay calls/ }));
  expect(localStorage.getItem('tidewell.relayCalls')).toBe('1');
  expect(screen.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('Your microphone is off.')).toBeVisible();
});

test.each([
  ['en', en, 'They declined the call'],
  ['zh-Hant', zh, '對方拒接'],
] as const)('CALL-7 the gallery shows all states (%s)', (locale, messages, declined) => {
  render(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      <CallSamples copy={1} />
    </NextIntlClientProvider>,
  );
  expect(screen.getByText(declined)).toBeVisible();
  expect(screen.getAllByRole('region').length).toBeGreaterThan(10);
});
