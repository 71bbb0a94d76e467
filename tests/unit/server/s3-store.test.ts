/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { s3Store } from '@/lib/server/uploads/s3-store';
import { S3_BUCKET, S3_KEYS, S3_REGION, type S3Server, startS3 } from '../../support/s3/server';
import { signatureOf } from '../../support/s3/signature';

let s3: S3Server;
const servers: Server[] = [];

beforeAll(async () => {
  s3 = await startS3();
});
beforeEach(() => s3.refusals.splice(0));
afterAll(async () => {
  await s3.stop();
  for (const server of servers) server.close().closeAllConnections();
});

const FOLDER = { prefix: 'avatars', mediaType: 'image/webp' };
const storeWith = (change: Partial<Parameters<typeof s3Store>[0]> = {}, folder = FOLDER) =>
  s3Store(
    {
      endpoint: s3.endpoint,
      bucket: S3_BUCKET,
      region: S3_REGION,
      accessKeyId: S3_KEYS.id,
      secretAccessKey: S3_KEYS.secret,
      ...change,
    },
    folder,
  );

/** Starts another service, and returns a store that uses it. */
async function storeAt(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return storeWith({ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const PICTURE = Buffer.from('picture');
const unreachable = { code: 503, messageKey: 'storageUnreachable' };

/** Returns the errors of all methods. */
const errorsOf = (store: ReturnType<typeof s3Store>) =>
  Promise.all(
    [store.put('a.webp', PICTURE), store.get('a.webp'), store.remove('a.webp')].map((call) =>
      call.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  );

test('API-8 the S3 test server signs as in the AWS reference', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': empty,
    'x-amz-date': '20130524T000000Z',
  };
  const signature = signatureOf(
    { method: 'GET', target: '/test.txt', headers },
    {
      secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
      signedHeaders: Object.keys(headers),
    },
  );
  expect(signature).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

test('API-8 stores a file in the bucket as a WebP image, returns it, and removes it', async () => {
  const store = storeWith();
  await store.put('a.webp', PICTURE);
  await store.put('a.webp', PICTURE);
  expect([...s3.objects]).toEqual([['avatars/a.webp', { body: PICTURE, type: 'image/webp' }]]);
  expect(await store.get('a.webp')).toEqual(PICTURE);
  await store.remove('a.webp');
  expect([s3.objects.size, s3.refusals]).toEqual([0, []]);
});

test('API-8 folders have their own files and types', async () => {
  const [avatars, messages] = [
    storeWith(),
    storeWith({}, { prefix: 'messages', mediaType: 'application/octet-stream' }),
  ];
  await avatars.put('a', PICTURE);
  await messages.put('a', Buffer.from('ciphertext'));
  expect([...s3.objects].map(([name, { type }]) => [name, type])).toEqual([
    ['avatars/a', 'image/webp'],
    ['messages/a', 'application/octet-stream'],
  ]);
  await messages.remove('a');
  expect(await avatars.get('a')).toEqual(PICTURE);
  await avatars.remove('a');
});

test('API-8 reading or removing a missing file is not an error', async () => {
  expect(await storeWith().get('none.webp')).toBeNull();
  await expect(storeWith().remove('none.webp')).resolves.toBeUndefined();
  const store = await storeAt((_, response) => response.writeHead(404).end('no such key'));
  expect(await store.get('none.webp')).toBeNull();
  await expect(store.remove('none.webp')).resolves.toBeUndefined();
});

test.each([
  [{ secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
  [{ accessKeyId: 'another' }, 'InvalidAccessKeyId'],
  [{ region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
])('API-8 responds with 503 if the bucket rejects the request: %j', async (change, code) => {
  for (const error of await errorsOf(storeWith(change)))
    expect(error).toMatchObject({
      ...unreachable,
      cause: { message: expect.stringMatching(new RegExp(`^S3 answers 40[03]: .*${code}`, 's')) },
    });
  expect(s3.refusals).toEqual([code, code, code]);
});

test('API-8 responds with 503 if the bucket does not exist', async () => {
  await expect(storeWith({ bucket: 'another' }).put('a.webp', PICTURE)).rejects.toMatchObject(unreachable);
  expect(s3.refusals).toEqual(['NoSuchBucket']);
});

test('API-8 keeps only the start of a long error message', async () => {
  const store = await storeAt((_, response) => response.writeHead(500).end('x'.repeat(100_000)));
  for (const error of await errorsOf(store))
    expect(error).toMatchObject({ ...unreachable, cause: { message: `S3 answers 500: ${'x'.repeat(500)}` } });
});

test('API-8 responds with 503 if the service is unreachable or disconnects', async () => {
  const closed = await storeAt((request) => request.socket.destroy());
  for (const error of await errorsOf(closed))
    expect(error).toMatchObject({ ...unreachable, cause: { message: expect.any(String) } });
  const broken = await storeAt((_, response) => {
    response.writeHead(200, { 'Content-Length': '10' }).write('half', () => response.destroy());
  });
  await expect(broken.get('a.webp')).rejects.toMatchObject({
    ...unreachable,
    cause: { message: expect.any(String) },
  });
});

test('API-8 does not send a file to the target of a redirect', async () => {
  let isFollowed = false;
  const store = await storeAt((request, response) => {
    isFollowed ||= request.url === '/elsewhere';
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  for (const error of await errorsOf(store)) expect(error).toMatchObject(unreachable);
  expect(isFollowed).toBe(false);
});

test('API-8 accepts responses without a body', async () => {
  const store = await storeAt((_, response) => response.writeHead(204).end());
  await expect(store.put('a.webp', PICTURE)).resolves.toBeUndefined();
  await expect(store.remove('a.webp')).resolves.toBeUndefined();
});

test('API-8 waits at most 10 seconds for the service', async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  for (const error of await errorsOf(storeWith())) expect(error).toMatchObject(unreachable);
  expect(timeout.mock.calls).toEqual([[10_000], [10_000], [10_000]]);
  timeout.mockRestore();
});
