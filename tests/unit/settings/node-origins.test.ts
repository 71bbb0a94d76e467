import { nodeSources } from '@/lib/http/content-policy';
import { pagePolicyHeaders } from '@/lib/http/response-headers';
import { nodeOrigins } from '@/lib/settings/setting-kinds';

const site = { connect: ['https://rpc.example.org'], frameAncestors: [], frames: [], walletConnect: false };
/** The pages' policy with a value of RPC_ORIGINS. */
const policyWith = (setting?: string) =>
  pagePolicyHeaders('/wallet', [], {
    ...site,
    connect: [...site.connect, ...nodeSources(nodeOrigins.parse(setting) ?? [])],
  })['Content-Security-Policy'] ?? '';

test('WAL-41 OPS-5 pages may connect to no node of users unless the operator allows it', () => {
  expect(policyWith()).toContain("connect-src 'self' https://rpc.example.org;");
  expect(policyWith()).not.toMatch(/127\.0\.0\.1|localhost/);
});

test('WAL-41 OPS-5 what the operator allows widens connect-src alone', () => {
  const policy = policyWith('loopback, https://node.example.org');
  const added = ' http://127.0.0.1:* http://localhost:* https://node.example.org';
  expect(policy).toContain(`connect-src 'self' https://rpc.example.org${added};`);
  expect(policy.replace(added, '')).toBe(policyWith());
});

test('WAL-41 OPS-5 no wildcard and no insecure host can be allowed', () => {
  for (const text of [
    '*',
    'https:',
    'https://*',
    'https://*.example.org',
    'http://127.0.0.1:*',
    'http://10.0.0.1',
    'Loopback',
  ])
    expect([text, nodeOrigins.safeParse(text).success]).toEqual([text, false]);
});
