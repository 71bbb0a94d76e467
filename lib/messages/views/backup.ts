import { getAddress, isAddressEqual } from 'viem';
import { z } from 'zod';
import { address } from '@/lib/api/schemas/values';
import { setBlocked } from '@/lib/messages/core/blocks';
import {
  directConversation,
  groupsOf,
  lastMessageOf,
  roomConversation,
} from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { recordTransfer } from '@/lib/messages/core/transfers';
import { isLeft } from '@/lib/messages/members/inviters';
import {
  LATEST_MS,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
  messageBody,
  reactionEmoji,
  roomName,
  tidyRoomName,
} from '@/lib/messages/protocol/content';
import { isShown } from '@/lib/messages/protocol/message-changes';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId, Imported } from '@/lib/messages/protocol/view-types';
import { fromBase64, toBase64 } from '@/lib/messages/storage/cipher';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredItem, StoredMessage } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';
import { callId } from '@/lib/wallet/calls/signal';

const FORMAT = 'tidewell-messages';
/** PBKDF2 iterations with SHA-256, as OWASP has recommended since 2023. */
const ITERATIONS = 600_000;
/** Maximum number of iterations accepted from a file. More would block the page. */
const MAX_ITERATIONS = 10_000_000;
/** Number of items to read at a time. */
const PAGE_ITEMS = 500;
/** Maximum size of a file, in bytes. */
const MAX_FILE_BYTES = 512 * 1_024 * 1_024;

const header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(1),
  iterations: z.int().min(ITERATIONS).max(MAX_ITERATIONS),
  salt: z.base64(),
  iv: z.base64(),
});

const at = z.int().nonnegative().max(LATEST_MS);
const shownBody = messageBody.refine(isShown).nullable();
const deviceKeys = z.array(z.templateLiteral(['0x', z.string()]));
const event = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['added', 'removed']), accounts: z.array(address) }),
  z.strictObject({ type: z.enum(['left', 'leftAsOwner']) }),
  z.strictObject({ type: z.enum(['devicesAdded', 'devicesRemoved']), account: address, devices: deviceKeys }),
  z.strictObject({ type: z.literal('role'), account: address, role: z.enum(['owner', 'admin', 'member']) }),
  z.strictObject({ type: z.literal('renamed'), name: roomName }),
  z.strictObject({ type: z.enum(['invited', 'joined']) }),
  z.strictObject({
    type: z.literal('call'),
    callId,
    outcome: z.enum(['ringing', 'answered', 'ended', 'missed', 'canceled', 'declined', 'busy', 'failed']),
    seconds: z.int().nonnegative().nullable(),
  }),
]);
const item = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('message'),
    id: z.string().regex(/^[0-9a-f]{32}$/),
    by: address,
    at,
    body: shownBody,
    isEdited: z.boolean(),
    isRepeated: z.boolean().optional(),
    reactions: z.array(z.strictObject({ by: address, emoji: reactionEmoji })),
  }),
  z.strictObject({ kind: z.literal('notice'), by: address, at, event }),
]);
const backup = z.strictObject({
  account: address,
  site: z.string(),
  settings: z.strictObject({
    sharesTyping: z.boolean(),
    sharesReadMarks: z.boolean(),
    blocked: z.array(address),
  }),
  conversations: z.array(
    z.strictObject({
      peer: address.nullable(),
      /** Group ID of a room. */
      groupId: z
        .string()
        .regex(/^[0-9a-f]{32,64}$/)
        .nullable(),
      name: z.string().max(MAX_NAME_LENGTH),
      at,
      isMuted: z.boolean(),
      isRequest: z.boolean(),
      hasLeft: z.boolean(),
      draft: z.string().max(MAX_TEXT_LENGTH),
      items: z.array(item),
    }),
  ),
});
type Backup = z.infer<typeof backup>;
type SavedItem = z.infer<typeof item>;

async function deriveKey(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number) {
  // Input methods can encode the same characters differently.
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  const kdf = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(kdf, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

type Placed = { sequence: number; item: StoredItem };

async function itemsOf({ store }: Engine, id: ConversationId, before: number): Promise<Placed[]> {
  const items: Placed[] = [];
  for (let next = before; next > 0; ) {
    const page = await store.readItems(id, { before: next, limit: PAGE_ITEMS });
    items.push(...page);
    next = page.at(-1)?.sequence ?? 0;
  }
  return items.reverse();
}

function saved(one: StoredItem): SavedItem[] {
  if (one.kind === 'notice') return [item.parse(one)];
  const { state, ...message } = one;
  // Unsent messages are still in this device's outbox.
  return state.kind === 'sent' || state.kind === 'received' ? [item.parse(message)] : [];
}

/** Returns the history and settings, encrypted with a passphrase. Excludes MLS states and device keys. */
export async function exportHistory(engine: Engine, passphrase: string): Promise<Blob> {
  if (passphrase === '') throw new MessengerError('backup');
  const { blocked, sharesTyping, sharesReadMarks } = await engine.settings();
  const conversations: Backup['conversations'] = [];
  for (const { value } of await engine.store.readAll('conversations')) {
    const { id, kind, peer, name, isMuted, isRequest, draft, groups, nextSequence } = value;
    if (value.isHidden) continue;
    const items = (await itemsOf(engine, id, nextSequence)).flatMap((one) => saved(one.item));
    const groupId = kind === 'room' ? (groups[0] ?? null) : null;
    const marks = { isMuted, isRequest, hasLeft: isLeft(value) };
    conversations.push({ peer, groupId, name, at: value.at, ...marks, draft, items });
  }
  const content: Backup = {
    account: engine.account,
    site: engine.site,
    settings: { sharesTyping, sharesReadMarks, blocked: [...blocked] },
    conversations,
  };
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const head = new TextEncoder().encode(
    `${JSON.stringify({ format: FORMAT, version: 1, iterations: ITERATIONS, salt: toBase64(salt), iv: toBase64(iv) })}\n`,
  );
  const key = await deriveKey(passphrase, salt, ITERATIONS);
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: head },
    key,
    new TextEncoder().encode(JSON.stringify(content)),
  );
  return new Blob([head, encrypted], { type: 'application/octet-stream' });
}

async function open(file: Blob, passphrase: string): Promise<Backup> {
  try {
    if (file.size > MAX_FILE_BYTES) throw new RangeError('the file is too large');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const end = bytes.indexOf(0x0a) + 1;
    const additionalData = bytes.slice(0, end);
    const { salt, iv, iterations } = header.parse(JSON.parse(new TextDecoder().decode(additionalData)));
    const key = await deriveKey(passphrase, fromBase64(salt), iterations);
    const options = { name: 'AES-GCM', iv: fromBase64(iv), additionalData };
    const content = await crypto.subtle.decrypt(options, key, bytes.slice(end));
    return backup.parse(JSON.parse(new TextDecoder().decode(content)));
  } catch (cause) {
    throw new MessengerError('backup', { cause });
  }
}

function itemKey(one: SavedItem | StoredItem): string {
  const by = one.by.toLowerCase();
  if (one.kind === 'message') return `${by} ${one.id}`;
  // The file may have been exported during the call, with another outcome.
  return JSON.stringify(one.event.type === 'call' ? [by, one.event.callId] : [by, one.at, one.event]);
}

const restored = (engine: Engine, one: SavedItem): StoredItem => {
  const by = getAddress(one.by);
  if (one.kind === 'notice') return { ...one, by };
  const at = Math.min(one.at, engine.now());
  const state = engine.isSelf(by) ? ({ kind: 'sent' } as const) : ({ kind: 'received' } as const);
  const reactions = one.reactions.map(({ by: account, emoji }) => ({ by: getAddress(account), emoji }));
  return { ...one, by, at, reactions, state } as StoredMessage;
};

/** Merges both lists by time, keeping the order within each. */
function merged(present: readonly StoredItem[], added: readonly StoredItem[]): StoredItem[] {
  const result: StoredItem[] = [];
  let next = 0;
  for (const one of present) {
    for (let other = added[next]; other && other.at <= one.at; other = added[next]) {
      result.push(other);
      next += 1;
    }
    result.push(one);
  }
  return [...result, ...added.slice(next)];
}

/** Adds the items of a saved conversation to this device. Returns how many were new. */
async function mergeConversation(
  engine: Engine,
  batch: Batch,
  { peer, groupId, ...rest }: Backup['conversations'][number],
): Promise<number> {
  if (peer === null && groupId === null) return 0;
  const known: StoredConversation =
    peer === null
      ? await roomConversation(engine, batch, groupId ?? '')
      : await directConversation(engine, batch, peer);
  const placed = await itemsOf(engine, known.id, known.nextSequence);
  const present = placed.map((one) => one.item);
  const presentKeys = new Set(present.map(itemKey));
  const added = rest.items
    .filter((one) => !presentKeys.has(itemKey(one)))
    .map((one) => restored(engine, one));
  // The file may accept a request, whose payments aren't recorded yet.
  for (const message of [...present, ...added]) {
    if (message.kind !== 'message') continue;
    const isRepeated = await recordTransfer(engine, batch, {
      conversationId: known.id,
      message,
      isRestored: true,
    });
    if (isRepeated) message.isRepeated = true;
  }
  const all = merged(present, added);
  // Sequences change, so references to them are updated as well.
  const sequences = new Map(all.map((one, place) => [one, place]));
  const placeOf = (sequence: number) =>
    placed.reduce(
      (found, one) => (one.sequence <= sequence ? (sequences.get(one.item) ?? found) : found),
      -1,
    );
  for (const { sequence } of placed) batch.delete('messages', [known.id, sequence]);
  for (const [place, one] of all.entries()) batch.put('messages', [known.id, place], one);
  const last = all.findLastIndex((one) => one.kind === 'message');
  const message = all[last];
  const isNew = known.isHidden;
  // An import must neither accept nor leave a room that this device is in.
  const isLive = known.kind === 'room' && (await groupsOf(engine, known, batch)).length > 0;
  batch.put('conversations', known.id, {
    ...known,
    // The name is sent to other members, who would reject an invalid one.
    name: known.name || (tidyRoomName(rest.name) ?? ''),
    at: Math.max(isNew ? 0 : known.at, Math.min(rest.at, engine.now())),
    isHidden: false,
    isMuted: isNew ? rest.isMuted : known.isMuted,
    isRequest: isLive ? known.isRequest : isNew ? rest.isRequest : known.isRequest && rest.isRequest,
    hasLeft: known.hasLeft || (isNew && !isLive && rest.hasLeft),
    draft: known.draft || rest.draft,
    nextSequence: all.length,
    // What the user has imported isn't deleted with a request.
    requestStart: all.length,
    // The sequences of ongoing calls are no longer valid.
    calls: [],
    lastCall: null,
    lastMessage:
      message?.kind === 'message'
        ? lastMessageOf(engine, { sequence: last, item: message, at: message.at })
        : null,
    reads: Object.fromEntries(Object.entries(known.reads).map(([by, sequence]) => [by, placeOf(sequence)])),
  });
  return added.filter(({ kind }) => kind === 'message').length;
}

/**
 * Adds a file's history to this device. Existing items stay unchanged.
 * @throws MessengerError `backup` if the passphrase is wrong or the file isn't a backup of this account. If the file's
 * blocks can't be saved on the server, its history isn't added.
 */
export async function importHistory(engine: Engine, file: Blob, passphrase: string): Promise<Imported> {
  engine.requireInbox();
  const { account, site, settings, conversations } = await open(file, passphrase);
  if (!isAddressEqual(account, engine.account) || site !== engine.site) throw new MessengerError('backup');
  const { blocked } = await engine.settings();
  for (const one of settings.blocked)
    if (!blocked.some((known) => isAddressEqual(known, one))) await setBlocked(engine, one, true);
  const ids: ConversationId[] = [];
  const messages = await engine.write(async (batch) => {
    let count = 0;
    for (const one of conversations) count += await mergeConversation(engine, batch, one);
    for (const put of batch.puts) if (put.name === 'conversations') ids.push(put.key);
    return count;
  });
  engine.announce({
    conversations: ids,
    items: ids.map((id) => [id, -1] as const),
    hasOthers: false,
    hasDevice: false,
  });
  return { conversations: ids.length, messages };
}
