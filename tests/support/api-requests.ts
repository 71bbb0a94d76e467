import type { oas31 } from 'zod-openapi';

/** A request of the API: its path and query, and its options. */
export type ApiRequest = readonly [path: string, init: RequestInit];

/** A value for each parameter in the paths of the OpenAPI document. */
const PARAMETERS: Record<string, string> = {
  id: '1',
  chainId: '31337',
  file: 'calldata-0x0000000000000000000000000000000000000001.json',
};
/** All methods of calls, and one that no route has. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'LINK'];
/** A call that ends the session which other requests use. */
const SIGN_OUT = '/user/logout';

/** Bodies by media type, all invalid for every call except those without input. */
const BODIES: [type: string, body: string][] = [
  ['application/json', '{}'],
  ['application/json', '{"a":'],
  ['application/json', '[1]'],
  ['application/json', '{"a":1,"a":2}'],
  ['application/json', JSON.stringify('x'.repeat(70_000))],
  ['application/x-www-form-urlencoded', 'a=1&a=2'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['text/plain', 'text'],
];
const READS: Record<string, string>[] = [
  { 'Accept-Encoding': 'identity' },
  { 'Accept-Encoding': 'br, gzip;q=0.5' },
  // Without its own value, fetch would add `no-cache`, which asks for the whole response.
  { 'If-None-Match': '*', 'Cache-Control': 'max-age=0' },
  { Range: 'bytes=0-9' },
  { Language: 'zh_CN', Currency: 'EUR' },
  { Currency: 'none' },
];

/** Paths that no route has, or that are written in another way than clients write them. */
const UNUSUAL = [
  '/api',
  '/api/',
  '/api/nowhere',
  '/api/nowhere/below/it?a=1',
  '/api/coin/all/',
  '/api//coin/all',
  '/api/%63oin/all',
  '/api/coin%2Fall',
  '/api/coin/%41',
  '/api/coin/a:b,c;d',
  '/api/Coin/all',
  '/api/coin/..%2fall',
  '/api/coin/%ff',
  '/api/docs/nowhere',
  '/api/openapi.json/nowhere',
  '/api/preview/nowhere',
  '/api/article/detail/abc',
  '/api/erc7730/1/unknown',
  '/api.json',
];

/**
 * Returns requests for every call of an OpenAPI document, by all methods, with and without a session, and with all kinds
 * of invalid input, and requests for other paths.
 */
export function apiRequests({ paths = {} }: oas31.OpenAPIObject, token: string): ApiRequest[] {
  const session = { Authorization: `Bearer ${token}` };
  const documented = Object.entries(paths).flatMap(([name, item]): ApiRequest[] => {
    const path = `/api${name.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => PARAMETERS[parameter] ?? '')}`;
    const read: ApiRequest[] = [
      [path, { headers: session }],
      [`${path}?page=-1&period=x&pageNum=0`, { headers: session }],
      [`${path}?a=1&a=2`, { headers: { Authorization: 'Bearer unknown' } }],
      ...READS.map((headers): ApiRequest => [path, { headers }]),
    ];
    const write: ApiRequest[] = [
      [path, { method: 'POST', headers: { Origin: 'https://other.example' } }],
      ...BODIES.map(([type, body]): ApiRequest => {
        const headers = { 'Content-Type': type, ...(name === SIGN_OUT ? {} : session) };
        return [path, { method: 'POST', headers, body }];
      }),
    ];
    return [
      ...METHODS.map((method): ApiRequest => [path, { method }]),
      ...(item.get ? read : []),
      ...(item.post ? write : []),
    ];
  });
  const unusual = UNUSUAL.flatMap((path) =>
    ['GET', 'HEAD', 'OPTIONS', 'POST'].map((method): ApiRequest => [path, { method }]),
  );
  return [...documented, ...unusual];
}
