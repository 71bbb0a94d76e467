const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const INLINE = ["'unsafe-inline'", 'data:'];
const SIX_MONTHS_SECONDS = 15_768_000;

type Sources = ReadonlyMap<string, readonly string[]>;

const parsePolicy = (policy: string): Sources =>
  new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );

/** RPC endpoints of the local chains. A public site has none of them. */
const isLoopback = (source: string) => /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(source);

function policyPoints(policy: Sources): number {
  const fallback = policy.get('default-src') ?? ['*'];
  const of = (name: string) => policy.get(name) ?? fallback;
  const has = (name: string, sources: readonly string[]) =>
    of(name).some((source) => sources.includes(source));
  const insecure = (sources: readonly string[]) =>
    sources.some((source) => /^(http|ftp):/.test(source) && !isLoopback(source));
  const passive = ['img-src', 'media-src'];
  if (has('script-src', [...BROAD, ...INLINE]) || has('object-src', BROAD)) return -20;
  if (insecure([...policy].flatMap(([name, sources]) => (passive.includes(name) ? [] : sources)))) return -20;
  if (has('script-src', ["'unsafe-eval'"]) || has('style-src', ["'unsafe-eval'"])) return -10;
  if (insecure(passive.flatMap(of))) return -10;
  if (has('style-src', [...BROAD, ...INLINE])) return 0;
  return fallback.join() === "'none'" ? 10 : 5;
}

/**
 * Returns the score that Mozilla Observatory's published rules give to a response's headers, for a site behind TLS that
 * redirects HTTP to HTTPS, loads scripts only from its own origin, and isn't on the HSTS preload list.
 * See https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring.
 */
export function scoreOf(headers: Headers): number {
  const policy = parsePolicy(headers.get('content-security-policy') ?? '');
  const maxAge = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1] ?? 0);
  const frames = policy.get('frame-ancestors') ?? ['*'];
  const modifiers = [
    headers.has('content-security-policy') ? policyPoints(policy) : -25,
    headers.has('set-cookie') ? -20 : 0,
    headers.has('access-control-allow-credentials') ? -50 : 0,
    maxAge >= SIX_MONTHS_SECONDS ? 0 : -20,
    headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    frames.some((source) => BROAD.includes(source)) ? -20 : 5,
    /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/.test(
      headers.get('referrer-policy') ?? '',
    )
      ? 5
      : -5,
    /^same-(origin|site)$/.test(headers.get('cross-origin-resource-policy') ?? '') ? 10 : 0,
  ];
  const base = 100 + modifiers.filter((points) => points < 0).reduce((sum, points) => sum + points, 0);
  const extra = modifiers.filter((points) => points > 0).reduce((sum, points) => sum + points, 0);
  // Bonus points count only from a score of 90.
  return Math.max(base < 90 ? base : base + extra, 0);
}

const GRADES: readonly [from: number, grade: string][] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [70, 'B'],
  [50, 'C'],
  [30, 'D'],
];

/** Returns the grade of a score. Grades below A- are given without a sign. */
export const gradeOf = (score: number): string => GRADES.find(([from]) => score >= from)?.[1] ?? 'F';
