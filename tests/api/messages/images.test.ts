import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { POST as uploadRoute } from '@/app/api/messages/image/route';
import { MAX_IMAGE_BYTES, randomId } from '@/lib/messages/protocol/content';
import { cleanUp } from '@/lib/server/db/clean-up';
import { peerHeader } from '@/lib/server/http/connections';
import { DAILY_IMAGE_BYTES, IMAGE_BATCH_ROWS } from '@/lib/server/messages/images';
import { type Backend, startBackend } from '../../support/api-backend';
import { getImage, imageForm, postImage, storedImage, storedImages } from '../../support/api-images';
import { type Person, person, revocationBody, revoke, unknownDevice } from '../../support/api-messages';
import { tokenOf } from '../../support/api-sign-in';
import { randomBytes } from '../../support/message-frames';
import { newAccount } from '../../support/messaging';
import { ORIGIN, queryDatabase, UNLIMITED } from '../../support/plain-chains';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({
    env: { RATE_LIMITS: `${UNLIMITED},message=100000/60,image=100000/60,imageUpload=100000/60` },
  });
});
afterAll(() => backend.stop());

/** Random bytes. Web Crypto makes at most 64 KiB at a time. */
const ciphertext = (length = 1_000) =>
  new Uint8Array(
    Buffer.concat(Array.from({ length: Math.ceil(length / 65_536) }, () => randomBytes(65_536))),
  ).slice(0, length);
const upload = (by: Person, id: string, content: Uint8Array) =>
  postImage(by, imageForm(by.deviceKey, id, content));
const fetchAs = (by: Person, id: string) => getImage(by, { deviceKey: by.deviceKey, id });
/** Lets images expire. The clock stays, because sessions would expire, too. */
const age = (ids: readonly string[]) =>
  queryDatabase(
    backend,
    `update message_images set uploaded_at = now() - interval '31 days' where id = any($1)`,
    [ids],
  );
const countOf = async () =>
  (await queryDatabase<{ count: number }>(backend, 'select count(*)::int from message_images'))[0]?.count;

test('whoever has the ID gets exactly the bytes, which no browser interprets', async () => {
  const [alice, bob] = [await person(1), await person(2)];
  const [id, content] = [randomId(), ciphertext(MAX_IMAGE_BYTES)];
  expect(await upload(alice, id, content)).toMatchObject({ status: 200, data: null });
  const { status, headers, content: fetched } = await fetchAs(bob, id);
  expect(status).toBe(200);
  expect(Buffer.from(fetched).equals(Buffer.from(content))).toBe(true);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="encrypted"',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    'cache-control': 'no-store',
  });
});

test('the same upload again gets the same answer and counts once, and another content does not replace it', async () => {
  const alice = await person(3);
  const [id, content] = [randomId(), ciphertext()];
  for (let round = 0; round < 2; round += 1)
    expect(await upload(alice, id, content)).toMatchObject({ status: 200 });
  const rows = await queryDatabase<{ bytes: string }>(
    backend,
    'select image_bytes as bytes from message_usage where address = $1',
    [alice.account.address],
  );
  expect(rows.map(({ bytes }) => Number(bytes))).toEqual([content.length]);
  const mallory = await person(4);
  expect(await upload(mallory, id, ciphertext())).toMatchObject({
    status: 409,
    data: { reason: 'image_id' },
  });
  expect((await fetchAs(alice, id)).content).toEqual(content);
});

test('strangers get nothing: without a session, with the device of another, or with an ID that is wrong', async () => {
  const [alice, bob] = [await person(1), await person(2)];
  const [id, content] = [randomId(), ciphertext()];
  await upload(alice, id, content);
  expect(await getImage({}, { deviceKey: alice.deviceKey, id })).toMatchObject({ status: 401 });
  expect(await postImage({}, imageForm(alice.deviceKey, randomId(), content))).toMatchObject({
    status: 401,
  });
  const { token } = bob;
  for (const deviceKey of [alice.deviceKey, unknownDevice()]) {
    expect(await getImage({ token }, { deviceKey, id })).toMatchObject({ status: 403 });
    expect(await postImage({ token }, imageForm(deviceKey, randomId(), content))).toMatchObject({
      status: 403,
    });
  }
  expect(await fetchAs(bob, randomId())).toMatchObject({ status: 404 });
  for (const wrong of ['', 'x', `../${id}`, `${id}.webp`, id.toUpperCase()])
    expect(await fetchAs(bob, wrong)).toMatchObject({ status: 400 });
});

test('the upload of an account without a device is rejected before its body is read', async () => {
  const token = await tokenOf(newAccount());
  const content = ciphertext(MAX_IMAGE_BYTES + 1);
  expect(await postImage({ token }, imageForm(unknownDevice(), randomId(), content))).toMatchObject({
    status: 403,
  });
});

test('a revoked device neither uploads nor fetches', async () => {
  const alice = await person(5);
  const id = randomId();
  await upload(alice, id, ciphertext());
  await revoke(alice, await revocationBody(alice));
  const refused = { status: 403, data: { reason: 'device_revoked' } };
  expect(await fetchAs(alice, id)).toMatchObject(refused);
  expect(await upload(alice, randomId(), ciphertext())).toMatchObject(refused);
});

test('only one file of an allowed size, with its device and ID, is accepted', async () => {
  const alice = await person(1);
  const before = await storedImages(backend);
  const [device, id, file] = imageForm(alice.deviceKey, randomId(), ciphertext());
  if (!device || !id || !file) throw new Error('the form has no fields');
  const refusals: [Parameters<typeof postImage>[1], number][] = [
    [[device, id, { ...file, content: ciphertext(MAX_IMAGE_BYTES + 1) }], 413],
    [[device, id, { ...file, content: new Uint8Array() }], 400],
    [[device, id], 400],
    [[device, file], 400],
    [[id, file], 400],
    [[device, id, file, file], 400],
    [[device, id, id, file], 400],
    [[device, id, file, { name: 'other', content: 'x' }], 400],
    [[device, { ...id, content: '../../etc/passwd' }, file], 400],
    [[device, { ...id, content: 'a'.repeat(100_000) }, file], 400],
    [[device, id, { ...file, name: 'picture' }], 400],
  ];
  for (const [parts, status] of refusals) expect(await postImage(alice, parts)).toMatchObject({ status });
  expect(await storedImages(backend)).toEqual(before);
});

test('an account stores so many bytes a day, then gets 429 until midnight', async () => {
  const alice = await person(6);
  await upload(alice, randomId(), ciphertext());
  await queryDatabase(backend, 'update message_usage set image_bytes = $2 where address = $1', [
    alice.account.address,
    DAILY_IMAGE_BYTES - 1_500,
  ]);
  const [id, content] = [randomId(), ciphertext(1_000)];
  expect(await upload(alice, id, content)).toMatchObject({ status: 200 });
  const refused = await upload(alice, randomId(), ciphertext(1_000));
  expect(refused).toMatchObject({ status: 429, data: { retryAfter: expect.any(Number) } });
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
  // Nothing was stored, smaller ones still fit, and the same one again needs no room.
  expect(await upload(alice, id, content)).toMatchObject({ status: 200 });
  expect(await upload(alice, randomId(), ciphertext(400))).toMatchObject({ status: 200 });
});

test('expired images are deleted in batches, their files first, and are not served before that', async () => {
  const alice = await person(1);
  const kept = randomId();
  await upload(alice, kept, ciphertext());
  const expired = randomId();
  await upload(alice, expired, ciphertext());
  await age([expired]);
  expect(await fetchAs(alice, expired)).toMatchObject({ status: 404 });
  // It is about to be deleted.
  expect(await upload(alice, expired, ciphertext())).toMatchObject({ status: 409 });
  // Rows without a file, as after a crash, are deleted, too.
  await queryDatabase(
    backend,
    `insert into message_images select md5('gone' || n), sha256('a'), now() - interval '40 days' from generate_series(1, $1::int) n`,
    [2 * IMAGE_BATCH_ROWS + 1],
  );
  await Promise.all([cleanUp(), cleanUp()]);
  await cleanUp();
  expect(await storedImages(backend)).not.toContain(expired);
  expect(await fetchAs(alice, kept)).toMatchObject({ status: 200 });
  expect(await countOf()).toBe((await storedImages(backend)).length);
  // The ID is free again.
  expect(await upload(alice, expired, ciphertext())).toMatchObject({ status: 200 });
  await age(await storedImages(backend));
  await cleanUp();
  expect([await countOf(), await storedImages(backend)]).toEqual([0, []]);
});

test('a file that can not be removed keeps its row for the next run', async () => {
  const alice = await person(1);
  const id = randomId();
  await upload(alice, id, ciphertext());
  await age([id]);
  const folder = path.join(backend.dir, 'uploads', 'messages');
  // A file in place of the folder: removing fails, for every user of the system.
  await rename(folder, `${folder}.away`);
  await writeFile(folder, '');
  await expect(cleanUp()).rejects.toMatchObject({ code: 503 });
  expect(await countOf()).toBe(1);
  expect(await upload(alice, randomId(), ciphertext())).toMatchObject({ status: 503 });
  await rename(folder, `${folder}.file`);
  await rename(`${folder}.away`, folder);
  // The refused upload left a row without a file.
  await queryDatabase(backend, 'update message_images set uploaded_at = $1', [new Date(0)]);
  await cleanUp();
  expect([await countOf(), await storedImages(backend)]).toEqual([0, []]);
});

test('the store has the ciphertext, and no other trace of who sent what to whom', async () => {
  const alice = await person(1);
  const [id, content] = [randomId(), ciphertext()];
  await upload(alice, id, content);
  expect(await storedImages(backend)).toContain(id);
  expect((await storedImage(backend, id)).equals(Buffer.from(content))).toBe(true);
  const [row] = await queryDatabase<Record<string, unknown>>(
    backend,
    'select * from message_images where id = $1',
    [id],
  );
  expect(Object.keys(row ?? {}).toSorted()).toEqual(['content_hash', 'id', 'uploaded_at']);
});

/** Starts three uploads whose content doesn't arrive until `end` is called. */
async function slowUploads({ token }: Person, peer: string) {
  const bodies: ReadableStreamDefaultController[] = [];
  const readings: Promise<void>[] = [];
  const responses = Array.from({ length: 3 }, () => {
    let source: UnderlyingDefaultSource = {};
    // The server reads the body once the upload has its place.
    readings.push(
      new Promise((resolve) => {
        source = { start: (controller) => void bodies.push(controller), pull: () => resolve() };
      }),
    );
    const body = new ReadableStream(source, { highWaterMark: 0 });
    const headers = {
      Origin: ORIGIN,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'multipart/form-data; boundary=parts',
      [peerHeader()]: peer,
    };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const request = new Request(`${ORIGIN}/api/messages/image`, init);
    return uploadRoute(request, { params: Promise.resolve({}) });
  });
  await Promise.all(readings);
  return async () => {
    for (const body of bodies) body.close();
    for (const response of await Promise.all(responses)) expect(response.status).toBe(400);
  };
}

test('slow uploads of one account, or of one client, keep no other from uploading', async () => {
  const [alice, bob, carol] = [await person(1), await person(2), await person(4)];
  const [client, other] = ['192.0.2.1', '192.0.2.2'];
  const uploadAs = (by: Person, peer: string) =>
    postImage({ ...by, peer }, imageForm(by.deviceKey, randomId(), ciphertext()));
  const ends = [await slowUploads(alice, client)];
  expect(await uploadAs(alice, client)).toMatchObject({ status: 503 });
  expect(await uploadAs(bob, client)).toMatchObject({ status: 200 });
  ends.push(await slowUploads(bob, client));
  expect(await uploadAs(carol, client)).toMatchObject({ status: 503 });
  expect(await uploadAs(carol, other)).toMatchObject({ status: 200 });
  for (const end of ends) await end();
  expect(await uploadAs(alice, client)).toMatchObject({ status: 200 });
});
