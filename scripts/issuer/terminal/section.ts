import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import Stripe from 'stripe';
import type { PageRequest, PageResponse, Section } from '../http/server';
import { issuerClient } from '../scenarios/client';
import { findMerchant } from '../scenarios/merchants';
import { STEP_IDS, type StepId } from '../scenarios/step-ids';
import { type Purchase, readPurchase, takeStep } from '../scenarios/steps';
import { errorPage, purchasePage, startPage } from './pages';
import { type Language, preferredLanguage } from './texts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const page = (status: number, html: string): PageResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
  body: html,
});

const redirect = (location: string): PageResponse => ({ status: 303, headers: { location }, body: '' });

const isStep = (text: string): text is StepId => STEP_IDS.some((id) => id === text);

/** Returns the cents of an amount that a person typed, such as 4.5 or 4,50. `undefined` for an empty field. */
function readAmount(text: string | null): number | undefined {
  const trimmed = text?.trim().replace(',', '.');
  if (!trimmed) return undefined;
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(trimmed)) throw new RangeError('amount');
  return Math.round(Number(trimmed) * 100);
}

/**
 * Serves the terminal: a page where a person pays with a card at different merchants. It uses the issuer's API only,
 * through the same steps as the scenarios.
 */
export function terminalSection({ origin, apiKey }: { origin: string; apiKey: string }): Section {
  const stripe = issuerClient(apiKey, origin);
  const purchases = new LRUCache<string, Purchase>({ max: 1_000 });

  const show = async (id: string, purchase: Purchase, language: Language, problem?: string) =>
    page(
      problem ? 422 : 200,
      purchasePage({ id, purchase, view: await readPurchase(stripe, purchase), language, problem }),
    );

  async function start(fields: URLSearchParams, language: Language): Promise<PageResponse> {
    const merchant = findMerchant(fields.get('merchant') ?? '');
    const last4 = fields.get('last4') ?? '';
    const cards = /^\d{4}$/.test(last4) ? await stripe.issuing.cards.list({ last4 }) : undefined;
    // A card and its replacement can have the same number.
    const card = cards?.data.find(({ status }) => status === 'active') ?? cards?.data[0];
    const again = (problem: string) =>
      page(422, startPage({ language, merchant: merchant?.id, last4, problem }));
    if (!merchant || !card) return again('no_card');
    const purchase: Purchase = { card: card.id, merchant, transactions: [] };
    const [[first] = ['pay' as const]] = merchant.script;
    try {
      await takeStep(stripe, purchase, first, readAmount(fields.get('amount')) ?? merchant.amount);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) return again(error.message);
      if (error instanceof RangeError) return again('bad_amount');
      throw error;
    }
    const id = randomUUID();
    purchases.set(id, purchase);
    return redirect(`/terminal/${id}?lang=${language}`);
  }

  async function next(id: string, purchase: Purchase, fields: URLSearchParams, language: Language) {
    const step = fields.get('step') ?? '';
    if (!isStep(step)) return show(id, purchase, language, `Unknown step: ${step}`);
    try {
      await takeStep(stripe, purchase, step, readAmount(fields.get('amount')));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) return show(id, purchase, language, error.message);
      if (error instanceof RangeError) return show(id, purchase, language, 'bad_amount');
      throw error;
    }
    return redirect(`/terminal/${id}?lang=${language}`);
  }

  async function answer({ incoming, url, body }: PageRequest): Promise<PageResponse> {
    const language = preferredLanguage(url.searchParams.get('lang'), incoming.headers['accept-language']);
    const isPost = incoming.method === 'POST';
    const [, , id] = url.pathname.split('/');
    if (!id) {
      if (isPost) return start(new URLSearchParams(body), language);
      const { data } = await stripe.issuing.cards.list({ limit: 1 });
      return page(200, startPage({ language, last4: data[0]?.last4 }));
    }
    const purchase = purchases.get(id);
    if (!purchase) return page(404, errorPage(language));
    return isPost ? next(id, purchase, new URLSearchParams(body), language) : show(id, purchase, language);
  }

  return { prefix: '/terminal', answer };
}
