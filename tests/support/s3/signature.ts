import { createHash, createHmac } from 'node:crypto';

export type SignedRequest = {
  method: string;
  /** Path and query, as in the HTTP request line. */
  target: string;
  headers: Readonly<Record<string, string>>;
};

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

function canonicalRequest({ method, target, headers }: SignedRequest, signedHeaders: readonly string[]) {
  const { pathname, searchParams } = new URL(target, 'http://s3.invalid');
  searchParams.sort();
  return [
    method,
    pathname,
    searchParams.toString(),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
}

/**
 * Returns the AWS Signature Version 4 for an S3 request, in hex (reference: "Signature Calculations for the
 * Authorization Header").
 */
export function signatureOf(
  request: SignedRequest,
  { secret, region, signedHeaders }: { secret: string; region: string; signedHeaders: readonly string[] },
): string {
  const time = request.headers['x-amz-date'] ?? '';
  const day = time.slice(0, 8);
  const hash = createHash('sha256').update(canonicalRequest(request, signedHeaders)).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, hash].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  return hmac(key, toSign).toString('hex');
}

/** Parses the Authorization header of a request, or returns null if it isn't Signature Version 4. */
export function readAuthorization(headers: SignedRequest['headers']) {
  const [, keyId, day, region, names, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (!keyId || !day || !region || !names || !signature) return null;
  return { keyId, day, region, signedHeaders: names.split(';'), signature };
}
