import { type BrowserContext, test as base, expect } from '@playwright/test';

/** A test of the site in a browser. It fails when the page did what its Content-Security-Policy forbids. */
export const test = base.extend<{ policyViolations: string[] }>({
  policyViolations: [
    async ({ browser, context }, use) => {
      const violations: string[] = [];
      const watch = (watched: BrowserContext) =>
        watched.on('console', (message) => {
          if (/Content[- ]Security[- ]Policy/i.test(message.text())) violations.push(message.text());
        });
      watch(context);
      const { newContext } = browser;
      browser.newContext = async (options) => watch(await newContext.call(browser, options));
      await use(violations);
      browser.newContext = newContext;
      expect(violations, 'violations of the Content-Security-Policy').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
