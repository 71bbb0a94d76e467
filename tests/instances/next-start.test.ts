import { inlineScriptHashes } from '@/lib/http/inline-script-hashes';
import { buildOnce, type SiteInstance, startInstance, startNextAlone } from '../support/site-instance';
import { type SiteServices, startSiteServices } from '../support/site-services';

let services: SiteServices;
let instance: SiteInstance;
let alone: Awaited<ReturnType<typeof startNextAlone>>;

beforeAll(async () => {
  await buildOnce();
  services = await startSiteServices();
  instance = await startInstance(services, 'instance');
  alone = await startNextAlone(services);
}, 1_800_000);
afterAll(async () => {
  await Promise.all([instance?.stop(), alone?.stop()]);
  await services?.stop();
}, 120_000);

/**
 * Headers that both servers must send with the same values. The Content-Security-Policy is left out, because it depends
 * on the scripts, which `next start` doesn't defer.
 */
const COMPARED = [
  'cache-control',
  'content-type',
  'location',
  'permissions-policy',
  'referrer-policy',
  'reporting-endpoints',
  'strict-transport-security',
  'x-content-type-options',
];

async function ask(origin: string, path: string, init: RequestInit) {
  const response = await fetch(origin + path, { redirect: 'manual', ...init });
  const body = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  const type = response.headers.get('content-type') ?? '';
  const isPage = type.startsWith('text/html');
  if (isPage) for (const hash of inlineScriptHashes(body)) expect(policy).toContain(hash);
  const headers = COMPARED.map((name) => [name, response.headers.get(name)?.replace(origin, '') ?? null]);
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    policy: isPage ? policy.replace(/script-src [^;]+;/, '') : policy,
    text: isPage ? /<main[\s\S]*<\/main>/.exec(body)?.[0] : body,
  };
}

test.each<[path: string, status: number, init?: RequestInit]>([
  ['/home', 200],
  ['/zh-Hant/cont/1', 200],
  ['/wallet', 200],
  ['/404', 404],
  ['/_next/image?url=%2Ficon.svg&w=3840&q=75', 404],
  ['/', 307],
  ['/nowhere?lang=en', 307],
  ['/home', 405, { method: 'POST' }],
  ['/robots.txt', 200],
  ['/images/og/en/home.png', 200],
  ['/api/config/getLangList', 200],
  ['/api/nowhere', 404],
])('OPS-5 `next start` alone answers %s with %i as the launcher does', async (path, status, init = {}) => {
  const [ours, nexts] = await Promise.all([instance, alone].map(({ origin }) => ask(origin, path, init)));
  expect(nexts?.status).toBe(status);
  expect(nexts).toEqual(ours);
});
