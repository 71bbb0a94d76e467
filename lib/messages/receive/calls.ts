import { type Address, type Hex, isAddressEqual } from 'viem';
import { addItem } from '@/lib/messages/core/apply-content';
import { requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import {
  isLogged,
  type LoggedCall,
  type LoggedSignal,
  nextLoggedCall,
  type OngoingCall,
  settledCall,
  startCall,
} from '@/lib/messages/protocol/call-log';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { Batch } from '@/lib/messages/storage/store';
import { type CallSignal, isStaleInvite } from '@/lib/wallet/calls/signal';

/** Maximum number of calls per conversation whose end is pending. */
const MAX_ONGOING_CALLS = 16;
/** Maximum difference between the sender's clock and this device's before the sender's time is used, in ms. */
const LIVE_MS = 120_000;

type StoredCall = NonNullable<StoredConversation['calls']>[number];

/** Stores a call's new state: its line in the timeline and its entry in the conversation list. */
async function putCall(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    before,
    after,
  }: { conversation: StoredConversation; before: StoredCall; after: LoggedCall },
): Promise<StoredConversation> {
  const { id } = conversation;
  const { sequence, caller, outcome: known } = before;
  const { call, outcome, seconds } = after;
  const others = conversation.calls.filter((one) => one.id !== before.id);
  const calls = call && outcome ? [...others, { ...call, sequence, outcome }] : others;
  const item = outcome === known ? undefined : await engine.store.read('messages', [id, sequence], batch);
  const isLine = item?.kind === 'notice' && item.event.type === 'call';
  const next: StoredConversation = { ...conversation, calls };
  if (isLine && outcome === null) {
    batch.delete('messages', [id, sequence]);
    if (next.lastCall?.sequence === sequence) next.lastCall = null;
  } else if (isLine && outcome !== null) {
    const event = { type: 'call' as const, callId: before.id, outcome, seconds };
    batch.put('messages', [id, sequence], { ...item, event });
    const isOwn = engine.isSelf(caller);
    const isMissed = outcome === 'missed' && !isOwn;
    if (isMissed) next.unread += 1;
    // Don't overwrite a later call.
    if (sequence >= (next.lastCall?.sequence ?? 0))
      next.lastCall = { sequence, by: caller, isOwn, at: engine.now(), isMissed };
    next.at = engine.now();
    next.isHidden = false;
  }
  batch.put('conversations', id, next);
  return next;
}

/** Adds a timeline line for a new call. If too many calls are pending, settles the oldest one. */
async function addCall(
  engine: Engine,
  batch: Batch,
  { conversation: before, call, at }: { conversation: StoredConversation; call: OngoingCall; at: number },
): Promise<void> {
  const [oldest] = before.calls;
  const isFull = oldest !== undefined && before.calls.length >= MAX_ONGOING_CALLS;
  const outcome = oldest?.answeredAt === null ? 'missed' : 'answered';
  const conversation = isFull
    ? await putCall(engine, batch, {
        conversation: before,
        before: oldest,
        after: { call: null, outcome, seconds: null },
      })
    : before;
  const event = { type: 'call' as const, callId: call.id, outcome: 'ringing' as const, seconds: null };
  const item = { kind: 'notice' as const, by: call.caller, at, event };
  const sequence = conversation.nextSequence;
  const known = addItem(engine, batch, { conversation, item });
  const isOwn = engine.isSelf(call.caller);
  batch.put('conversations', known.id, {
    ...known,
    isHidden: false,
    at: engine.now(),
    lastCall: { sequence, by: call.caller, isOwn, at: engine.now(), isMissed: false },
    calls: [...conversation.calls, { ...call, sequence, outcome: 'ringing' as const }],
  });
}

/** Records a signal in the timeline. `at` is its sending time in ms since the epoch. */
export async function logSignal(
  engine: Engine,
  batch: Batch,
  { conversation, at, ...logged }: LoggedSignal & { conversation: StoredConversation; at: number },
): Promise<void> {
  const known = conversation.calls.find(({ id }) => id === logged.signal.callId);
  if (known) {
    const { signal } = logged;
    const isGlare = signal.type === 'hangUp' && signal.reason === 'glare';
    // Another call must exist that replaces this one. Otherwise, a caller could ring without leaving a trace.
    const isReplaced = conversation.calls.some(({ caller }) => !isAddressEqual(caller, known.caller));
    const after = nextLoggedCall(
      engine.account,
      known,
      isGlare && !isReplaced ? { ...logged, signal: { ...signal, reason: 'user' } } : logged,
      at,
    );
    await putCall(engine, batch, { conversation, before: known, after });
    return;
  }
  const members = conversation.participants.map(({ account }) => account);
  const call = startCall({ self: engine.account, members }, logged, at);
  if (call) await addCall(engine, batch, { conversation, call, at });
}

/**
 * Processes a call signal from another device. Calls in a conversation that isn't accepted yet neither ring nor appear
 * in the timeline.
 */
export async function receiveSignal(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    by: { account, deviceKey },
    signal,
    sentAt,
  }: {
    conversation: StoredConversation;
    by: { account: Address; deviceKey: Hex };
    signal: CallSignal;
    sentAt: number;
  },
): Promise<void> {
  if (conversation.isRequest || conversation.hasLeft) return;
  const now = engine.now();
  // For a queued signal, use the sender's time. For a live one, this device's clock is more reliable.
  const at = Math.abs(now - sentAt) < LIVE_MS ? now : Math.min(now, sentAt);
  if (isLogged(signal)) await logSignal(engine, batch, { conversation, by: account, signal, at });
  if (signal.type === 'invite' && isStaleInvite(signal.at, now)) return;
  engine.announceSignal({ from: { account, device: deviceKey, conversation: conversation.id }, signal });
}

/** Settles calls without recent signals. With `missed`, also settles that call if it still rings. */
export async function settleCalls(engine: Engine, missed?: { conversation: ConversationId; callId: string }) {
  const all = await engine.store.readAll('conversations');
  for (const { key, value } of all) {
    if (value.calls.length === 0) continue;
    await engine.write(async (batch) => {
      let conversation = await requireConversation(engine, key, batch);
      for (const before of conversation.calls) {
        const isMissed =
          missed?.conversation === key &&
          missed.callId === before.id &&
          before.answeredAt === null &&
          !isAddressEqual(before.caller, engine.account);
        const after: LoggedCall | null = isMissed
          ? { call: null, outcome: 'missed', seconds: null }
          : settledCall(before, engine.now());
        if (after) conversation = await putCall(engine, batch, { conversation, before, after });
      }
    });
  }
}
