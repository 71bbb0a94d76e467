import { existsSync } from 'node:fs';
import path from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { GET as info } from '@/app/api/user/info/route';
import { s3Store } from '@/lib/server/uploads/s3-store';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-login';
import { BLUE, plain } from '../../support/pictures';
import { S3_BUCKET, S3_KEYS, S3_REGION, type S3Server, startS3 } from '../../support/s3/server';
import { signatureOf } from '../../support/s3/signature';
import { fetchAvatar, nameOf, uploadPicture } from '../../support/upload-form';

let backend: Backend;
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3();
  backend = await startBackend({
    env: {
      S3_ENDPOINT: `${s3.endpoint}/`,
      S3_BUCKET,
      S3_REGION,
      S3_ACCESS_KEY_ID: S3_KEYS.id,
      S3_SECRET_ACCESS_KEY: S3_KEYS.secret,
    },
  });
});

afterAll(async () => {
  await backend.stop();
  await s3.stop();
});

beforeEach(() => s3.refusals.splice(0));

const newToken = () => tokenOf(privateKeyToAccount(generatePrivateKey()));

const storeWith = (change: Partial<Parameters<typeof s3Store>[0]>) =>
  s3Store({
    endpoint: s3.endpoint,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_KEYS.id,
    secretAccessKey: S3_KEYS.secret,
    ...change,
  });

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

test('API-8 with S3, pictures are stored in the bucket, served from there, and removed from it', async () => {
  const token = await newToken();
  const uploaded = await uploadPicture(token, await plain(40, 40).png().toBuffer());
  expect([uploaded.code, s3.refusals]).toEqual([200, []]);
  const first = nameOf(uploaded.data?.url);
  expect([...s3.objects.keys()]).toEqual([`avatars/${first}`]);
  expect(s3.objects.get(`avatars/${first}`)?.type).toBe('image/webp');
  const response = await fetchAvatar(first);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(s3.objects.get(`avatars/${first}`)?.body);

  const second = nameOf((await uploadPicture(token, await plain(40, 40, BLUE).png().toBuffer())).data?.url);
  expect([...s3.objects.keys()]).toEqual([`avatars/${second}`]);
  expect((await fetchAvatar(first)).status).toBe(404);
  expect(s3.refusals).toEqual(['NoSuchKey']);
  expect(existsSync(path.join(backend.dir, 'uploads'))).toBe(false);
});

test('API-8 answers 503 if the bucket rejects the request', async () => {
  const wrong: [Partial<Parameters<typeof s3Store>[0]>, string][] = [
    [{ secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
    [{ accessKeyId: 'another' }, 'InvalidAccessKeyId'],
    [{ region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
    [{ bucket: 'another' }, 'NoSuchBucket'],
  ];
  for (const [change, code] of wrong) {
    await expect(storeWith(change).put('a.webp', Buffer.from('x'))).rejects.toMatchObject({
      code: 503,
      messageKey: 'storageUnreachable',
    });
    expect(s3.refusals.splice(0)).toEqual([code]);
  }
});

test('API-8 reading or removing a missing file is not an error', async () => {
  expect(await storeWith({}).get('none.webp')).toBeNull();
  await expect(storeWith({}).remove('none.webp')).resolves.toBeUndefined();
});

test('API-8 an unreachable store answers 503 and leaves the former picture in place', async () => {
  const token = await newToken();
  const { data: kept } = await uploadPicture(token, await plain(44, 44).png().toBuffer());
  await s3.stop();
  expect(await uploadPicture(token, await plain(45, 45, BLUE).png().toBuffer())).toMatchObject({
    code: 503,
    status: 503,
    data: null,
  });
  expect(await callRoute(info, { token })).toMatchObject({ data: { avatar: kept?.url } });
  const response = await fetchAvatar(nameOf(kept?.url));
  expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
  s3 = await startS3();
});
