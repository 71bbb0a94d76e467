import { existsSync } from 'node:fs';
import path from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { GET as info } from '@/app/api/user/info/route';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-sign-in';
import { BLUE, plain } from '../../support/pictures';
import { S3_BUCKET, S3_KEYS, S3_REGION, type S3Server, startS3 } from '../../support/s3/server';
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
