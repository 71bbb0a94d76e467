import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationView, MessengerSnapshot, ReceivedSignal } from '@/lib/messages/protocol/view-types';
import { CallHost, type CallLocks, type CallMessenger } from '@/lib/wallet/calls/call-host';
import { noCall, useCalls } from '@/lib/wallet/calls/call-store';
import { RING_MS } from '@/lib/wallet/calls/constants';
import { type CallSignal, newCallId } from '@/lib/wallet/calls/signal';
import { CONVERSATION, deviceOf } from '../../../support/call-world';

const self = deviceOf('a', 1);
const other = deviceOf('b', 1);
const third = deviceOf('c', 1);

/** Locks of one browser (the part of the Web Locks API that calls use). */
function newLocks(): CallLocks & { held: Set<string> } {
  const held = new Set<string>();
  const request = async (
    name: string,
    options: LockOptions,
    work: (lock: Lock | null) => Promise<unknown> | undefined,
  ) => {
    if (held.has(name)) return work(null);
    held.add(name);
    try {
      return await work({ name, mode: options.mode ?? 'exclusive' });
    } finally {
      held.delete(name);
    }
  };
  return { held, request: request as CallLocks['request'] };
}

/** Returns a messenger with one conversation and no server. */
function newMessenger(people = [self, other]) {
  const listeners = new Set<(received: ReceivedSignal) => void>();
  const participants = people.map(({ account, device }) => ({
    account,
    role: 'member' as const,
    isSelf: account === self.account,
    devices: [device],
  }));
  const conversation = { id: CONVERSATION, participants, isMuted: true } as unknown as ConversationView;
  const snapshot = {
    deviceKey: self.device,
    blocked: [third.account],
    conversations: [conversation],
  } as unknown as MessengerSnapshot;
  const messenger = {
    account: self.account,
    getSnapshot: () => snapshot,
    onSignal: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sendSignal: jest.fn(async (): Promise<void> => undefined),
    noteMissedCall: jest.fn(async () => undefined),
  } satisfies CallMessenger;
  const receive = (signal: CallSignal, from = other) => {
    for (const listener of listeners) listener({ from: { ...from, conversation: CONVERSATION }, signal });
  };
  return { messenger, receive, listeners };
}

const invite = (callId: string, at = Date.now()): CallSignal => ({
  type: 'invite',
  callId,
  seq: 0,
  at,
  participants: [other.account, self.account],
});
const phase = () => useCalls.getState().view.state.phase;
const until = (wanted: string) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (phase() !== wanted) return;
      stop();
      resolve();
    };
    const stop = useCalls.subscribe(check);
    check();
  });

/** Runs all pending microtasks and the timers that are due. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

const hosts: CallHost[] = [];
function newHost(messenger: CallMessenger, locks = newLocks()): { host: CallHost; locks: typeof locks } {
  const fetchIceServers = async () => ({ iceServers: [], ttl: 3_600 });
  const host = new CallHost({ messenger, locks, fetchIceServers });
  hosts.push(host);
  return { host, locks };
}
beforeEach(() => {
  sessionStorage.clear();
  useCalls.setState({ controller: null, view: noCall });
  // Pretend that the document is the messages page, where calls can run. jsdom doesn't implement navigation timing.
  Object.assign(performance, { getEntriesByType: () => [{ name: 'http://localhost/wallet/messages' }] });
});
afterEach(() => {
  for (const host of hosts.splice(0)) host.close();
});

test('CALL-7 the code for calls loads with the first call, and only one tab takes the call', async () => {
  const { messenger, receive } = newMessenger();
  const { locks } = newHost(messenger);
  const callId = newCallId();
  expect(useCalls.getState().controller).toBeNull();
  receive(invite(callId));
  await until('ringingIn');
  expect(locks.held.size).toBe(1);
  await nextTask();
  expect(messenger.sendSignal).toHaveBeenCalledWith(CONVERSATION, other, expect.objectContaining({ callId }));
  useCalls.getState().controller?.decline();
  expect(phase()).toBe('ended');
  await nextTask();
  expect(locks.held.size).toBe(0);
});

test('CALL-1 signals of the caller that arrive while the code loads are not lost', async () => {
  const { messenger, receive } = newMessenger();
  newHost(messenger);
  const callId = newCallId();
  receive(invite(callId));
  receive({ type: 'hangUp', callId, seq: 1, reason: 'user' });
  await until('ended');
  expect(messenger.noteMissedCall).toHaveBeenCalledWith(CONVERSATION, callId);
});

test('CALL-1 a call in another tab, an old invite, and signals of unknown calls do not ring', async () => {
  const { messenger, receive } = newMessenger();
  const { host, locks } = newHost(messenger);
  receive(invite(newCallId(), Date.now() - RING_MS - 1_000));
  receive({ type: 'accept', callId: newCallId(), seq: 0 });
  receive(invite(newCallId()), self);
  let release = () => {};
  const name = `tidewell-call:${self.account.toLowerCase()}`;
  const elsewhere = locks.request(name, {}, () => new Promise<void>((resolve) => (release = resolve)));
  receive(invite(newCallId()));
  await nextTask();
  expect(useCalls.getState().controller).toBeNull();
  expect(await host.start(CONVERSATION)).toBe(false);
  release();
  await elsewhere;
});

test('CALL-8 calls everyone except blocked accounts, and reports a missing microphone without leaving a call behind', async () => {
  const { messenger } = newMessenger([self, other, third]);
  const { host, locks } = newHost(messenger);
  expect(await host.start(CONVERSATION)).toBe(true);
  await until('ended');
  expect(useCalls.getState().view.state).toMatchObject({
    reason: 'noMicrophone',
    call: { others: [other.account] },
  });
  expect(useCalls.getState().view.microphoneProblem).toBe('insecure');
  expect(messenger.sendSignal).not.toHaveBeenCalled();
  expect(locks.held.size).toBe(0);
});

test('CALL-8 retries a signal if the server is unreachable, and ends the call when the session ends', async () => {
  const { messenger, receive, listeners } = newMessenger();
  messenger.sendSignal.mockRejectedValueOnce(new MessengerError('offline'));
  const { host, locks } = newHost(messenger);
  receive(invite(newCallId()));
  await until('ringingIn');
  await new Promise<void>((resolve) => {
    messenger.sendSignal.mockImplementationOnce(async () => resolve());
  });
  expect(messenger.sendSignal).toHaveBeenCalledTimes(2);
  host.close();
  expect([phase(), listeners.size, locks.held.size]).toEqual(['idle', 0, 1]);
  await nextTask();
  expect(locks.held.size).toBe(0);
  expect(useCalls.getState().host).toBeNull();
});

test('CALL-8 notifies the others before the session ends', async () => {
  const { messenger, receive } = newMessenger();
  const { host } = newHost(messenger);
  await host.leave();
  receive(invite(newCallId()));
  await until('ringingIn');
  await host.leave();
  // Another device may answer it.
  expect(phase()).toBe('ringingIn');
  let isSent = false;
  messenger.sendSignal.mockImplementation(async () => {
    await nextTask();
    isSent = true;
  });
  useCalls.getState().controller?.decline();
  while (!isSent) await nextTask();
  isSent = false;
  const track = Object.assign(new EventTarget(), { stop: () => undefined });
  const microphone = { getUserMedia: async () => ({ getAudioTracks: () => [track] }) };
  Object.assign(navigator, { mediaDevices: microphone });
  Object.assign(window, { isSecureContext: true });
  await host.start(CONVERSATION);
  while (!isSent) await nextTask();
  isSent = false;
  await host.leave();
  expect([isSent, phase()]).toEqual([true, 'ended']);
  expect(messenger.sendSignal).toHaveBeenLastCalledWith(
    CONVERSATION,
    { accounts: [other.account] },
    expect.objectContaining({ type: 'hangUp' }),
  );
});
