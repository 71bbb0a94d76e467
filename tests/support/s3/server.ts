import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { readAuthorization, signatureOf } from './signature';

export const S3_KEYS = { id: 'tidewell-test', secret: 'a secret of forty characters, for a test' };
export const S3_REGION = 'eu-north-1';
export const S3_BUCKET = 'pictures';
/** Maximum difference between a request's time and the server's time, in ms. */
const CLOCK_SKEW_MS = 15 * 60_000;

type Refusal = { status: number; code: string };
const refuse = (status: number, code: string): Refusal => ({ status, code });

function timeOf(text: string | undefined): number {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '') ?? [];
  return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
}

/** Returns the S3 error code for a request, or null if the request is valid. */
function refusalOf(request: IncomingMessage, body: Buffer): Refusal | null {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
  );
  const given = readAuthorization(headers);
  if (!given) return refuse(403, 'AccessDenied');
  if (given.keyId !== S3_KEYS.id) return refuse(403, 'InvalidAccessKeyId');
  if (given.region !== S3_REGION) return refuse(400, 'AuthorizationHeaderMalformed');
  const time = timeOf(headers['x-amz-date']);
  if (!(Math.abs(Date.now() - time) < CLOCK_SKEW_MS)) return refuse(403, 'RequestTimeTooSkewed');
  const { signedHeaders } = given;
  const mustSign = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (!mustSign.every((name) => signedHeaders.includes(name))) return refuse(403, 'AccessDenied');
  const signature = signatureOf(
    { method: request.method ?? '', target: request.url ?? '', headers },
    { secret: S3_KEYS.secret, region: S3_REGION, signedHeaders },
  );
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(given.signature)))
    return refuse(403, 'SignatureDoesNotMatch');
  const hash = createHash('sha256').update(body).digest('hex');
  return hash === headers['x-amz-content-sha256'] ? null : refuse(400, 'XAmzContentSHA256Mismatch');
}

export type S3Server = {
  endpoint: string;
  /** Objects in the bucket, by key. */
  objects: Map<string, { body: Buffer; type: string }>;
  /** Error codes returned so far. */
  refusals: string[];
  stop: () => Promise<void>;
};

/**
 * Starts an S3 bucket on loopback with path-style URLs. The server checks each request's signature, payload hash and
 * time, as S3 does.
 */
export async function startS3(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const refusals: string[] = [];
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: string | Buffer = '', type = 'application/xml') => {
      response.writeHead(status, { 'Content-Type': type }).end(body);
    };
    const fail = ({ status, code }: Refusal) => {
      refusals.push(code);
      answer(status, `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
    };
    const body = await buffer(request);
    const refusal = refusalOf(request, body);
    if (refusal) return fail(refusal);
    const [, bucket, ...rest] = new URL(request.url ?? '', 'http://s3.invalid').pathname.split('/');
    if (bucket !== S3_BUCKET) return fail(refuse(404, 'NoSuchBucket'));
    const key = decodeURIComponent(rest.join('/'));
    if (request.method === 'PUT') {
      objects.set(key, { body, type: request.headers['content-type'] ?? '' });
      return answer(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    const found = objects.get(key);
    return found ? answer(200, found.body, found.type) : fail(refuse(404, 'NoSuchKey'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    refusals,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
