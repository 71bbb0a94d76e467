import { inlineScriptHashes } from '@/lib/http/inline-script-hashes';
import { expect, test } from '../support/site-test';

const directives = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

const paths = ['/home', '/zh-Hant/home', '/cont/2', '/article/terms', '/zh-Hant/404', '/wallet'];

for (const path of paths) {
  test(`OPS-5 ${path} allows only its own inline scripts`, async ({ request }) => {
    const response = await request.get(path);
    const policy = directives(response.headers()['content-security-policy'] ?? '');
    expect(policy['script-src']).toEqual(["'self'", ...inlineScriptHashes(await response.text())]);
    expect(policy['style-src']).toEqual(["'self'"]);
    expect(policy['object-src']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-|\*/);
  });
}

test('OPS-5 an injected script, handler or style does nothing', async ({ page, policyViolations }) => {
  await page.route('**/about', async (route) => {
    const response = await route.fetch();
    const injected =
      '<script>window.injected=1</script><img src="/none.png" onerror="window.injected=2"><p id="styled" style="color:red">';
    await route.fulfill({ response, body: (await response.text()).replace('</main>', `${injected}</main>`) });
  });
  // Block the scripts, because React would detect the injected nodes and render the page again without them.
  await page.route('**/_next/static/chunks/*.js', (route) => route.abort());
  await page.goto('/about');
  await expect(page.locator('#styled')).toBeAttached();
  await expect.poll(() => policyViolations.length).toBeGreaterThanOrEqual(3);
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
  await expect(page.locator('#styled')).not.toHaveCSS('color', 'rgb(255, 0, 0)');
  policyViolations.length = 0;
});

test('OPS-5 a browser runs nothing from an API response', async ({ request }) => {
  const { 'content-security-policy': policy } = (await request.get('/api/config/website')).headers();
  expect(policy).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
});
