import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
} from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { signInMessage } from '@/lib/session/sign-in-message';
import { recordNotices } from './shown-notices';

/** Records errors in a context's pages, so that the report of a failed test can include them. */
function noteFaults(context: BrowserContext, faults: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.page()?.url()} console: ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`${error.page()?.url()} threw: ${error.error().stack}`));
  context.on('requestfailed', (request) =>
    faults.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
}

/**
 * A browser test of the site. It fails if a page violates its Content-Security-Policy. Closes the contexts that the test
 * opened: Playwright doesn't, and their pages would keep calling the server during the next tests.
 */
export const test = base.extend<{ policyViolations: string[] }>({
  policyViolations: [
    async ({ browser, context }, use, testInfo) => {
      const violations: string[] = [];
      const faults: string[] = [];
      const watch = async (watched: BrowserContext) => {
        noteFaults(watched, faults);
        await recordNotices(watched);
        return watched.on('console', (message) => {
          if (/Content[- ]Security[- ]Policy/i.test(message.text())) violations.push(message.text());
        });
      };
      await watch(context);
      const { newContext } = browser;
      const opened: BrowserContext[] = [];
      browser.newContext = async (options) => {
        const other = await newContext.call(browser, options);
        opened.push(other);
        return watch(other);
      };
      await use(violations);
      browser.newContext = newContext;
      if (testInfo.status !== testInfo.expectedStatus && faults.length > 0)
        await testInfo.attach('faults', { body: faults.join('\n'), contentType: 'text/plain' });
      await Promise.all(opened.map((other) => other.close()));
      expect(violations, 'violations of the Content-Security-Policy').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Signs in a new user without the pages. */
export async function newUser(request: APIRequestContext, chainId = 31337) {
  const account = privateKeyToAccount(generatePrivateKey());
  const post = async (path: string, form: Record<string, string | number>, token = '') => {
    const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    return (await (await request.post(`/api${path}`, { form, headers })).json()).data;
  };
  const nonce = await post('/user/generateNonce', { address: account.address, chainId });
  const message = signInMessage(nonce, { address: account.address, chainId });
  const signature = await account.signMessage({ message });
  const { token, user } = await post('/user/login', { message, signature });
  return {
    address: account.address,
    inviteCode: String(user.inviteCode),
    addInviter: (code: string) => post('/user/inviter', { code }, token),
  };
}

/**
 * Returns a dialog's final position. A dialog is first painted at its start position and begins to move one frame
 * later.
 */
export async function settled(dialog: Locator) {
  await expect(dialog).toBeVisible();
  await dialog.evaluate(async (element) => {
    while (element.hasAttribute('data-starting-style') || element.getAnimations().length > 0)
      await new Promise(requestAnimationFrame);
  });
  const box = await dialog.boundingBox();
  if (!box) throw new Error('the dialog has no box');
  return box;
}
