import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '@playwright/test';
import { API_VERSION } from '@/scripts/issuer/wire/version';
import { axeFindings } from '../support/axe';
import { type IssuerWorld, startIssuerWorld } from '../support/issuer';
import { smallTargets } from '../support/touch-targets';

/** The local card issuer alone, without the site: its terminal, and the frames that show a card. */
const test = base.extend<{ world: IssuerWorld }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern.
  world: async ({}, use) => {
    const world = await startIssuerWorld();
    await use(world);
    await world.stop();
  },
});

for (const [width, colorScheme, lang] of [
  [360, 'light', 'en'],
  [360, 'dark', 'zh-Hant'],
  [1280, 'light', 'zh-Hant'],
  [1280, 'dark', 'en'],
] as const)
  test(`terminal at ${width} px, ${colorScheme}, ${lang}: a hotel by keyboard, accessible throughout`, async ({
    page,
    world,
  }) => {
    const check = async () => {
      expect(await axeFindings(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect(await page.evaluate(overflow)).toBe(0);
    };
    const { last4 } = await world.card();
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${world.issuer.origin}/terminal?lang=${lang}`);
    await check();
    await expect(page.locator('#last4')).toHaveValue(last4);
    await page.locator('#merchant').selectOption('hotel');
    await page.locator('#last4').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.approved')).toBeVisible();
    await check();
    await page.locator('#amount').fill('50');
    await page.locator('button[value=increment]').press('Enter');
    await expect(page.locator('dl')).toContainText('$250.00');
    await page.locator('button[value=capture]').press('Enter');
    await expect(page.locator('li')).toHaveCount(1);
    await page.locator('#amount').fill('999');
    await page.locator('button[value=refund]').press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await check();
  });

test('elements show a card to the page that has its key, and only in frames of the issuer', async ({
  page,
  context,
  world,
}) => {
  const card = await world.card();
  const [secrets] = world.issuer.secrets();
  const site = createServer(async (request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html').end(
        `<!doctype html><title>Card</title><script src="${world.issuer.origin}/elements/v3.js"></script>
         <p id="number"></p><p id="cvc"></p><p id="expiry"></p><p id="pin"></p><p id="copy"></p>`,
      );
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { nonce } = JSON.parse(Buffer.concat(chunks).toString());
    const key = await world.stripe.ephemeralKeys.create(
      { issuing_card: card.id, nonce },
      { apiVersion: API_VERSION },
    );
    response.end(JSON.stringify(key));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  try {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    await page.evaluate(async (issuingCard) => {
      interface Element {
        mount(target: string): void;
      }
      interface IssuerScript {
        createEphemeralKeyNonce(options: { issuingCard: string }): Promise<{ nonce: string }>;
        elements(): { create(type: string, options: object): Element };
      }
      const { Stripe } = window as unknown as { Stripe: (key: string) => IssuerScript };
      const stripe = Stripe('pk_test_x');
      const { nonce } = await stripe.createEphemeralKeyNonce({ issuingCard });
      const answer = await fetch('/', { method: 'POST', body: JSON.stringify({ nonce }) });
      const { secret } = await answer.json();
      const options = { issuingCard, nonce, ephemeralKeySecret: secret };
      const elements = stripe.elements();
      elements.create('issuingCardNumberDisplay', options).mount('#number');
      elements.create('issuingCardCvcDisplay', options).mount('#cvc');
      elements.create('issuingCardExpiryDisplay', options).mount('#expiry');
      elements.create('issuingCardPinDisplay', options).mount('#pin');
      elements.create('issuingCardCopyButton', { ...options, toCopy: 'number' }).mount('#copy');
    }, card.id);
    const frame = (id: string) => page.frameLocator(`#${id} iframe`).locator('body');
    await expect(frame('number')).toHaveText(secrets?.number.replace(/(\d{4})(?=\d)/g, '$1 ') ?? '');
    await expect(frame('cvc')).toHaveText(secrets?.cvc ?? '');
    await expect(frame('expiry')).toHaveText(/^\d\d\/\d\d$/);
    await expect(frame('pin')).toHaveText(secrets?.pin ?? '');
    await frame('copy').getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secrets?.number);
    expect(await page.content()).not.toContain(secrets?.number);
  } finally {
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
  }
});
