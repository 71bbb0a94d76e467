import fc from 'fast-check';
import { METHODS, type Method } from './api-document';
import { formText, hostileText, jsonText } from './hostile-values';
import { ORIGIN } from './plain-chains';

/** A request that none of our clients would send. Path parameters have the form in which Next.js passes them. */
export type HostileRequest = {
  method: Method | 'HEAD';
  query: string;
  headers: Record<string, string>;
  body: string | null;
  params: Record<string, string | string[]>;
  /** Whether the request has a session token. */
  isSignedIn: boolean;
};

/** Generates header values that Node's HTTP parser accepts. */
const headerText = hostileText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim());

const mediaType = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'APPLICATION/JSON; charset=x',
    ),
  },
  fc.constantFrom(
    'multipart/form-data',
    'multipart/form-data; boundary=b',
    'multipart/form-data; boundary="',
  ),
  fc.constantFrom('application/csp-report', 'application/reports+json', 'text/plain', 'application/xml', ''),
  headerText,
);

const multipartText = fc
  .array(fc.tuple(fc.constantFrom('file', 'avatar', 'name', ''), hostileText, fc.boolean()), { maxLength: 3 })
  .map((parts) =>
    parts
      .map(
        ([name, content, closed]) =>
          `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${content.slice(0, 20)}"\r\n\r\n${content}${closed ? '\r\n--b--\r\n' : ''}`,
      )
      .join('\r\n'),
  );

const headers = fc.record(
  {
    'Content-Type': mediaType,
    Language: fc.oneof(fc.constantFrom('en_US', 'zh_CN', '__proto__', 'constructor'), headerText),
    Currency: fc.oneof(fc.constantFrom('USD', '__proto__', 'usd'), headerText),
    Authorization: fc.oneof(
      headerText,
      headerText.map((text) => `Bearer ${text}`),
      fc.constantFrom(
        `Bearer ${'A'.repeat(43)}`,
        `Basic ${'A'.repeat(43)}`,
        'Bearer',
        `Bearer ${'A'.repeat(9_000)}`,
      ),
    ),
    Origin: fc.oneof({ weight: 8, arbitrary: fc.constant(ORIGIN) }, fc.constantFrom('null', ''), headerText),
    Referer: headerText,
    Cookie: headerText,
    'Content-Length': fc.constantFrom('0', '-1', '1e9', '99999999999', 'x', ''),
    'X-Forwarded-For': headerText,
    'X-Request-Id': headerText,
    'Content-Encoding': fc.constantFrom('gzip', 'br', 'x'),
    Accept: headerText,
  },
  { requiredKeys: ['Content-Type', 'Origin'] },
);

const parameterNames = (place: string) =>
  [...place.matchAll(/\[+(\.\.\.)?(\w+)\]+/g)].map(([, many, name = '']) => ({
    name,
    isList: many !== undefined,
  }));

/** Generates hostile requests to the route at `place`, mostly with methods that the route supports. */
export function hostileRequest(place: string, own: readonly Method[]): fc.Arbitrary<HostileRequest> {
  const params = fc.record(
    Object.fromEntries(
      parameterNames(place).map(({ name, isList }) => [
        name,
        isList ? fc.array(hostileText, { maxLength: 4 }) : hostileText,
      ]),
    ),
  ) as fc.Arbitrary<HostileRequest['params']>;
  const [first = 'GET', ...rest] = own;
  return fc
    .record({
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(first, ...rest) },
        fc.constantFrom(...METHODS, 'HEAD' as const),
      ),
      query: fc.oneof(fc.constant(''), formText),
      headers,
      body: fc.oneof(jsonText, formText, multipartText, hostileText),
      params,
      isSignedIn: fc.boolean(),
    })
    .map(({ body, ...request }) => ({
      ...request,
      body: ['GET', 'HEAD'].includes(request.method) ? null : body,
    }));
}
