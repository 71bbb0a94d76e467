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
    expect(policy['require-trusted-types-for']).toEqual(["'script'"]);
    expect(policy['trusted-types']).toEqual(['default', 'loader', 'articles']);
    expect(policy['base-uri']).toEqual(["'none'"]);
    // The local demo lets users choose nodes on this device (WAL-41).
    const { 'connect-src': connect = [], ...others } = policy;
    const loopback = ['http://127.0.0.1:*', 'http://localhost:*'];
    const hosts = connect.filter((source) => !loopback.includes(source));
    expect(JSON.stringify([others, hosts])).not.toMatch(/unsafe-|\*/);
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

for (const path of ['/home', '/zh-Hant/wallet'])
  test(`OPS-5 code on ${path} can neither write markup into the page nor load other scripts`, async ({
    page,
    policyViolations,
  }) => {
    await page.goto(path);
    // The shell opens this dialog once the page's code has loaded.
    await page.getByRole('banner').getByRole('button').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const refused = await page.evaluate(() => {
      const attempts: Record<string, () => unknown> = {
        markup: () => {
          document.body.innerHTML += '<p id="forged">Send your tokens here</p>';
        },
        frame: () => Object.assign(document.createElement('iframe'), { srcdoc: '<p>forged</p>' }),
        foreignScript: () =>
          Object.assign(document.createElement('script'), { src: 'https://example.org/x.js' }),
        otherPath: () => Object.assign(document.createElement('script'), { src: '/avatars/x.js' }),
        dataScript: () => Object.assign(document.createElement('script'), { src: 'data:text/javascript,1' }),
        anotherPolicy: () => window.trustedTypes?.createPolicy('other', { createHTML: (html) => html }),
        // The names of the other policies are taken, or end with the first use.
        anotherLoader: () => window.trustedTypes?.createPolicy('loader', { createScriptURL: (url) => url }),
        anotherDefault: () => window.trustedTypes?.createPolicy('default', { createHTML: (html) => html }),
      };
      return Object.entries(attempts).flatMap(([name, attempt]) => {
        try {
          attempt();
          return [];
        } catch (error) {
          return error instanceof TypeError ? [name] : [];
        }
      });
    });
    expect(refused).toEqual([
      'markup',
      'frame',
      'foreignScript',
      'otherPath',
      'dataScript',
      'anotherPolicy',
      'anotherLoader',
      'anotherDefault',
    ]);
    await page.evaluate(() =>
      document.head.append(
        Object.assign(document.createElement('script'), { text: 'document.body.dataset.injected = 1' }),
      ),
    );
    await expect(page.locator('#forged, body[data-injected]')).toHaveCount(0);
    policyViolations.length = 0;
  });

test('OPS-5 a browser runs nothing from an API response', async ({ request }) => {
  const { 'content-security-policy': policy } = (await request.get('/api/config/website')).headers();
  expect(policy).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
});
