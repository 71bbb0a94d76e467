import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const SALT_BYTES = 16;
const TAG_BYTES = 16;

type BrowserKeys = { privateKey: Buffer; publicKey: Buffer; auth: Buffer };

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Decrypts a push message as a browser does (RFC 8291, section 3.4, and RFC 8188), from one record. */
export function decrypt(body: Buffer, { privateKey, publicKey, auth }: BrowserKeys): string {
  const salt = body.subarray(0, SALT_BYTES);
  const idEnd = SALT_BYTES + 5 + (body[SALT_BYTES + 4] ?? 0);
  const serverKey = body.subarray(SALT_BYTES + 5, idEnd);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey]);
  const key = derive(ecdh.computeSecret(serverKey), auth, info, 32);
  const named = (name: string, length: number) =>
    derive(key, salt, Buffer.from(`Content-Encoding: ${name}\0`), length);
  const decipher = createDecipheriv('aes-128-gcm', named('aes128gcm', 16), named('nonce', 12));
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  const record = Buffer.concat([decipher.update(body.subarray(idEnd, -TAG_BYTES)), decipher.final()]);
  // The delimiter of the last record, and zeros after it.
  return record.subarray(0, record.lastIndexOf(2)).toString();
}

export type PushRequest = { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer };

/** A push service (RFC 8030) on loopback, over HTTP. Paths in `answers` have another status than 201, or no answer. */
export async function startPushService(port = 0) {
  const requests: PushRequest[] = [];
  const answers = new Map<string, number | null>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers, body: await buffer(request) });
    const status = answers.get(path);
    if (status !== null) response.writeHead(status ?? 201).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    answers,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A browser's subscription at a push service. */
export function newBrowser(origin: string) {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  const path = `/push/${randomBytes(8).toString('hex')}`;
  return {
    path,
    keys: { privateKey: ecdh.getPrivateKey(), publicKey, auth },
    subscription: {
      endpoint: origin + path,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
  };
}
