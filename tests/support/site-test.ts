import { type BrowserContext, test as base, expect } from '@playwright/test';
import { keepNotices } from './told-notices';

/** What went wrong in the pages of a context, noted for the report of a test that fails. */
function noteFaults(context: BrowserContext, faults: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.page()?.url()} console: ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`${error.page()?.url()} threw: ${error.error().stack}`));
  context.on('requestfailed', (request) =>
    faults.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
}

/** A test of the site in a browser. It fails when the page did what its Content-Security-Policy forbids. */
export const test = base.extend<{ policyViolations: string[] }>({
  policyViolations: [
    async ({ browser, context }, use, testInfo) => {
      const violations: string[] = [];
      const faults: string[] = [];
      const watch = async (watched: BrowserContext) => {
        noteFaults(watched, faults);
        await keepNotices(watched);
        return watched.on('console', (message) => {
          if (/Content[- ]Security[- ]Policy/i.test(message.text())) violations.push(message.text());
        });
      };
      await watch(context);
      const { newContext } = browser;
      browser.newContext = async (options) => watch(await newContext.call(browser, options));
      await use(violations);
      browser.newContext = newContext;
      if (testInfo.status !== testInfo.expectedStatus && faults.length > 0)
        await testInfo.attach('faults', { body: faults.join('\n'), contentType: 'text/plain' });
      expect(violations, 'violations of the Content-Security-Policy').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
