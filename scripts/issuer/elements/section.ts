import { z } from 'zod';
import { corsHeaders } from '../http/cors';
import type { PageResponse, Section } from '../http/server';
import { mayShow, newNonce } from '../resources/ephemeral-keys';
import type { Issuer } from '../state/issuer';
import { BROWSER_SCRIPT } from './browser-script';
import { FRAME_PAGE, FRAME_SCRIPT } from './frame';

const nonceRequest = z.strictObject({ issuingCard: z.string() });
const secretRequest = z.strictObject({
  issuingCard: z.string(),
  nonce: z.string(),
  ephemeralKeySecret: z.string(),
  field: z.enum(['number', 'cvc', 'expiry', 'pin']),
});

const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors http://localhost:* http://127.0.0.1:* https://localhost:*";

const content = (type: string, body: string, headers: Record<string, string> = {}): PageResponse => ({
  status: 200,
  headers: { 'content-type': `${type}; charset=utf-8`, ...headers },
  body,
});

const json = (status: number, body: object, headers: Record<string, string> = {}): PageResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const failed = (message: string, headers: Record<string, string> = {}) =>
  json(400, { error: { type: 'invalid_request_error', message } }, headers);

function parsed<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function createNonce({ state }: Issuer, body: string, cors: Record<string, string>): PageResponse {
  const request = parsed(nonceRequest, body);
  if (!request || !state.cards.get(request.issuingCard)) return failed('No such issuing card', cors);
  return json(200, { nonce: newNonce(state, request.issuingCard) }, cors);
}

function showSecret(issuer: Issuer, body: string): PageResponse {
  const request = parsed(secretRequest, body);
  if (!request) return failed('Invalid request');
  const { issuingCard, nonce, ephemeralKeySecret, field } = request;
  const card = issuer.state.cards.get(issuingCard);
  const secrets = issuer.state.secrets.get(issuingCard);
  if (!card || !secrets || !mayShow(issuer, { card: issuingCard, nonce, secret: ephemeralKeySecret }))
    return failed('The ephemeral key is invalid or has expired.');
  const expiry = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`;
  return json(200, { value: field === 'expiry' ? expiry : secrets[field] });
}

/**
 * Serves the stand-in for Stripe's browser script and the frames of its elements. A card's secrets go from here to its
 * frames only, which other sites can show but not read.
 */
export const elementsSection = (issuer: Issuer): Section => ({
  prefix: '/elements',
  async answer({ incoming, url, body }) {
    const cors = corsHeaders(incoming);
    switch (`${incoming.method} ${url.pathname}`) {
      case 'GET /elements/v3.js':
        return content('text/javascript', BROWSER_SCRIPT, { 'cross-origin-resource-policy': 'cross-origin' });
      case 'GET /elements/frame':
        return content('text/html', FRAME_PAGE, { 'content-security-policy': FRAME_POLICY });
      case 'GET /elements/frame.js':
        return content('text/javascript', FRAME_SCRIPT);
      case 'OPTIONS /elements/nonce':
        return { status: 204, headers: cors, body: '' };
      case 'POST /elements/nonce':
        return createNonce(issuer, body, cors);
      case 'POST /elements/secret':
        return showSecret(issuer, body);
      default:
        return json(404, {});
    }
  },
});
