import sharp from 'sharp';
import { MAX_IMAGE_BYTES, type PlainImage } from '@/lib/messages/protocol/content';
import { storedImage, storedImages } from '../../support/api-images';
import {
  conversationOf,
  messagesOf,
  messengerSuite,
  say,
  settle,
  textsOf,
  type User,
} from '../../support/messenger';
import { plain } from '../../support/pictures';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

const { user, pair, getBackend } = messengerSuite();

let count = 0;
/** Returns an image that no other test has. */
async function picture(): Promise<PlainImage> {
  count += 1;
  const [width, height] = [60 + count, 40];
  const bytes = new Uint8Array(await plain(width, height).webp().toBuffer());
  return { bytes, mediaType: 'image/webp', width, height };
}

const last = async (one: User, id: string) => {
  const message = (await messagesOf(one, id)).at(-1);
  if (!message) throw new Error('there is no message');
  return message;
};
const isSent = (one: User, id: string) =>
  until(async () => (await last(one, id)).state.kind === 'sent', 'the message to be sent');
/** Sends an image, and lets the others receive it. */
async function sendTo(from: User, id: string, image: PlainImage, ...others: User[]) {
  await from.messenger.sendImage(id, image, { description: 'A red wall' });
  await isSent(from, id);
  await settle(...others);
}
const read = async (one: User, id: string) => one.messenger.readImage(id, (await last(one, id)).reference);
const expire = () => queryDatabase(getBackend(), `update message_images set uploaded_at = 'epoch'`);

test('an image arrives, and the server has seen neither it nor its description', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const image = await picture();
  const before = await storedImages(getBackend());
  await sendTo(alice, ofAlice, image, bob);
  expect(await last(bob, ofBob)).toMatchObject({ body: { type: 'image', description: 'A red wall' } });
  expect(await read(bob, ofBob)).toEqual(image);
  expect(await read(alice, ofAlice)).toEqual(image);
  expect(conversationOf(bob, alice.account.address).lastMessage?.body).toMatchObject({ type: 'image' });

  const [name = ''] = (await storedImages(getBackend())).filter((one) => !before.includes(one));
  const stored = await storedImage(getBackend(), name);
  const pixels = Buffer.from(image.bytes.subarray(12));
  expect(stored.includes(pixels)).toBe(false);
  await expect(sharp(stored).metadata()).rejects.toThrow();
  const tables = await queryDatabase<{ name: string }>(
    getBackend(),
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  for (const table of tables) {
    const [row] = await queryDatabase<{ text: string | null }>(
      getBackend(),
      `select string_agg(t::text, ' ') as text from ${table.name} t`,
    );
    expect(row?.text ?? '').not.toContain('red wall');
    expect(row?.text ?? '').not.toContain(pixels.toString('hex'));
  }
  const { body } = await last(alice, ofAlice);
  const key = body?.type === 'image' ? body.image.key : '';
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(alice.network.sent.join()).not.toContain(key);
});

test('what was seen once is still there after the server has deleted it, offline, and after a restart', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const [seen, missed] = [await picture(), await picture()];
  await sendTo(alice, ofAlice, seen, bob);
  expect(await read(bob, ofBob)).toEqual(seen);
  await expire();
  bob.network.isOffline = true;
  await bob.restart();
  expect(await read(bob, ofBob)).toEqual(seen);
  bob.network.isOffline = false;
  await sendTo(alice, ofAlice, missed, bob);
  await expire();
  await expect(read(bob, ofBob)).rejects.toMatchObject({ reason: 'gone' });
  // Its sender has it.
  expect(await read(alice, ofAlice)).toEqual(missed);
});

test('an image that can not be fetched can be fetched later', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const image = await picture();
  await sendTo(alice, ofAlice, image, bob);
  bob.network.isOffline = true;
  await expect(read(bob, ofBob)).rejects.toMatchObject({ reason: 'offline' });
  bob.network.isOffline = false;
  expect(await read(bob, ofBob)).toEqual(image);
});

test('an image that the server changed is not shown, and not kept', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const image = await picture();
  await sendTo(alice, ofAlice, image, bob);
  for (const change of [
    (bytes: Uint8Array) => bytes.map((byte, at) => (at === 20 ? byte ^ 1 : byte)),
    (bytes: Uint8Array) => bytes.slice(0, -1),
    (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.from('more')]),
    () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ]) {
    bob.network.tamperImage = (bytes) => new Uint8Array(change(bytes));
    await expect(read(bob, ofBob)).rejects.toMatchObject({ reason: 'broken' });
  }
  bob.network.tamperImage = (bytes) => bytes;
  expect(await read(bob, ofBob)).toEqual(image);
});

test('an image that was written offline is uploaded and sent later, and texts do not wait for it', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const image = await picture();
  alice.network.isOffline = true;
  await alice.messenger.sendImage(ofAlice, image);
  expect(await last(alice, ofAlice)).toMatchObject({ state: { kind: 'waiting' }, body: { type: 'image' } });
  expect(await read(alice, ofAlice)).toEqual(image);
  await alice.restart();
  alice.network.isOffline = false;
  let release = () => {};
  alice.network.uploading = new Promise((resolve) => {
    release = resolve;
  });
  await say(alice, ofAlice, 'before it');
  await settle(alice, bob);
  expect(await textsOf(bob, ofBob)).toEqual(['hello', 'hi', 'before it']);
  const { reference } = (await messagesOf(alice, ofAlice)).find(({ body }) => body?.type === 'image') ?? {};
  await until(async () => reference && alice.messenger.imageProgress(reference) === 0.5, 'the progress');
  release();
  await until(async () => {
    await settle(bob);
    return (await last(bob, ofBob)).body?.type === 'image';
  }, 'the image');
  expect(await read(bob, ofBob)).toEqual(image);
  expect(reference && alice.messenger.imageProgress(reference)).toBeNull();
});

test('a lost answer to an upload stores nothing twice', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const before = await storedImages(getBackend());
  alice.network.losesAnswer = (path, times) => path === '/messages/image' && times === 1;
  const image = await picture();
  await alice.messenger.sendImage(ofAlice, image);
  await until(async () => {
    await settle(alice, bob);
    return (await last(bob, ofBob)).body?.type === 'image';
  }, 'the image');
  expect(await read(bob, ofBob)).toEqual(image);
  expect((await storedImages(getBackend())).length).toBe(before.length + 1);
});

test('an image that the server refuses says so, does not stop others, and can be sent again or removed', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  await sendTo(alice, ofAlice, await picture(), bob);
  const use = (bytes: number) =>
    queryDatabase(getBackend(), 'update message_usage set image_bytes = $2 where address = $1', [
      alice.account.address,
      bytes,
    ]);
  await use(MAX_IMAGE_BYTES * 32);
  const image = await picture();
  await alice.messenger.sendImage(ofAlice, image);
  const isFailed = async () => (await last(alice, ofAlice)).state.kind === 'failed';
  await until(isFailed, 'the refusal');
  const { state, reference } = await last(alice, ofAlice);
  expect(state).toEqual({ kind: 'failed', reason: 'imageLimit' });
  await say(alice, ofAlice, 'still here');
  await settle(alice, bob);
  expect((await textsOf(bob, ofBob)).at(-1)).toBe('still here');
  await use(0);
  await alice.messenger.retry(ofAlice, reference);
  await until(async () => {
    await settle(alice, bob);
    return (await last(bob, ofBob)).body?.type === 'image';
  }, 'the image');
  expect(await read(bob, ofBob)).toEqual(image);

  await use(MAX_IMAGE_BYTES * 32);
  await alice.messenger.sendImage(ofAlice, await picture());
  await until(isFailed, 'the refusal');
  const refused = await last(alice, ofAlice);
  await alice.messenger.discard(ofAlice, refused.reference);
  await expect(alice.messenger.readImage(ofAlice, refused.reference)).rejects.toMatchObject({
    reason: 'gone',
  });
});

test('reply and reactions work, an edit does not, and deleting a message deletes its image on both sides', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  await sendTo(alice, ofAlice, await picture(), bob);
  await read(bob, ofBob);
  const { reference } = await last(bob, ofBob);
  await bob.messenger.react(ofBob, reference, '👍');
  await bob.messenger.sendImage(ofBob, await picture(), { replyTo: reference });
  await alice.messenger.edit(ofAlice, reference, 'no image');
  await isSent(bob, ofBob);
  await settle(alice, bob);
  const [, , shown, answer] = await messagesOf(alice, ofAlice);
  expect(shown).toMatchObject({ body: { type: 'image' }, isEdited: false, reactions: [{ emoji: '👍' }] });
  expect(answer?.body).toMatchObject({ type: 'image', replyTo: reference });

  await alice.messenger.deleteMessage(ofAlice, reference);
  await settle(alice, bob);
  for (const [one, id] of [
    [alice, ofAlice],
    [bob, ofBob],
  ] as const)
    await expect(one.messenger.readImage(id, reference)).rejects.toMatchObject({ reason: 'gone' });
});

test('an image that is deleted while it waits is not uploaded', async () => {
  const { alice, ofAlice } = await pair();
  const before = await storedImages(getBackend());
  alice.network.isOffline = true;
  await alice.messenger.sendImage(ofAlice, await picture());
  const { reference } = await last(alice, ofAlice);
  await alice.messenger.deleteMessage(ofAlice, reference);
  alice.network.isOffline = false;
  await settle(alice);
  await say(alice, ofAlice, 'the end');
  await isSent(alice, ofAlice);
  expect(await storedImages(getBackend())).toEqual(before);
});

test('the search finds descriptions, and a backup has the message without the image', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const image = await picture();
  await sendTo(alice, ofAlice, image, bob);
  expect(await bob.messenger.search('RED wall')).toMatchObject([{ text: 'A red wall', start: 2, end: 10 }]);
  const file = await bob.messenger.exportHistory('correct horse battery');
  expect(file.size).toBeLessThan(5_000);
  const elsewhere = await user({ account: bob.account });
  await elsewhere.messenger.importHistory(file, 'correct horse battery');
  await settle(elsewhere);
  // Fetched with the key in the message, as long as the server has it.
  const there = conversationOf(elsewhere, alice.account.address).id;
  expect(await read(elsewhere, there)).toEqual(image);
  expect(await bob.messenger.readImage(ofBob, (await last(bob, ofBob)).reference)).toEqual(image);
});

test('the oldest images are given up when a device has too many, except those that wait', async () => {
  // Less than one image, so that each one that comes gives up the others.
  const few = { maxImageBytes: 100 };
  const { alice, bob, ofAlice, ofBob } = await pair({ alice: few, bob: few });
  await sendTo(alice, ofAlice, await picture(), bob);
  const first = (await last(bob, ofBob)).reference;
  await bob.messenger.readImage(ofBob, first);
  await sendTo(alice, ofAlice, await picture(), bob);
  const second = (await last(bob, ofBob)).reference;
  await bob.messenger.readImage(ofBob, second);
  for (const one of [alice, bob]) one.network.isOffline = true;
  await expect(bob.messenger.readImage(ofBob, first)).rejects.toMatchObject({ reason: 'offline' });
  await bob.messenger.readImage(ofBob, second);

  const waiting = [await picture(), await picture()];
  for (const image of waiting) await alice.messenger.sendImage(ofAlice, image);
  await expect(alice.messenger.readImage(ofAlice, second)).rejects.toMatchObject({ reason: 'offline' });
  alice.network.isOffline = false;
  await until(async () => {
    await settle(alice);
    return (await messagesOf(alice, ofAlice)).every(({ state }) => state.kind !== 'waiting');
  }, 'the images to be sent');
  bob.network.isOffline = false;
  await settle(bob);
  const arrived = (await messagesOf(bob, ofBob)).slice(-2);
  for (const [index, { reference }] of arrived.entries())
    expect(await bob.messenger.readImage(ofBob, reference)).toEqual(waiting[index]);
});

test('deleting a conversation deletes its images from the device', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  await sendTo(alice, ofAlice, await picture(), bob);
  await read(bob, ofBob);
  const { reference } = await last(bob, ofBob);
  await bob.messenger.deleteConversation(ofBob);
  await expect(bob.messenger.readImage(ofBob, reference)).rejects.toMatchObject({ reason: 'gone' });
});
