import type { IncomingMessage } from 'node:http';
import { addRoute, createRouter, findRoute } from 'rou3';
import { authorizationRoutes } from '../resources/authorizations';
import type { Route } from '../resources/call';
import { captureRoutes } from '../resources/captures';
import { cardholderRoutes } from '../resources/cardholders';
import { cardRoutes } from '../resources/cards';
import { disputeRoutes } from '../resources/disputes';
import { ephemeralKeyRoutes } from '../resources/ephemeral-keys';
import { eventRoutes } from '../resources/events';
import { refundRoutes } from '../resources/refunds';
import { shippingRoutes } from '../resources/shipping';
import { transactionRoutes } from '../resources/transactions';
import { newId } from '../state/ids';
import type { Issuer } from '../state/issuer';
import { ApiError, serverError, unauthorized, unknownUrl } from '../wire/errors';
import { decodeForm } from '../wire/form';
import { IdempotencyKeys } from '../wire/idempotency';
import { API_VERSION } from '../wire/version';
import { answerObject } from './answer';

const routes: readonly Route[] = [
  ...authorizationRoutes,
  ...captureRoutes,
  ...cardholderRoutes,
  ...cardRoutes,
  ...disputeRoutes,
  ...ephemeralKeyRoutes,
  ...eventRoutes,
  ...refundRoutes,
  ...shippingRoutes,
  ...transactionRoutes,
];

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Whether the connection ends without this response. */
  isLost: boolean;
}

interface Request {
  incoming: IncomingMessage;
  url: URL;
  body: string;
}

/** Returns an ID from a path, '' if the path has none, or `undefined` if its escapes are invalid. */
function decodedId(segment = ''): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

const invalidRequest = (message: string) =>
  new ApiError(400, { type: 'invalid_request_error', message }, true);

function checkHeaders({ headers, method, url }: IncomingMessage, apiKey: string): void {
  const [scheme, key] = (headers.authorization ?? '').split(' ');
  const given = scheme === 'Bearer' ? key : undefined;
  if (!given)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  if (given !== apiKey) throw unauthorized(`Invalid API Key provided: ${given.slice(0, 8)}***`);
  const version = headers['stripe-version'];
  if (version !== undefined && version !== API_VERSION)
    throw invalidRequest(`Invalid Stripe API version: ${version}. This issuer speaks ${API_VERSION}.`);
  if (version === undefined && url?.startsWith('/v1/ephemeral_keys'))
    throw invalidRequest('The Stripe-Version header is required to create an ephemeral key.');
  const type = headers['content-type'];
  if (method === 'POST' && type && !type.startsWith('application/x-www-form-urlencoded'))
    throw invalidRequest(`Invalid content type: ${type}. Bodies are form-encoded.`);
}

/** Returns a function that answers the requests to Stripe's API. */
export function createApi(issuer: Issuer, apiKey: string) {
  const router = createRouter<Route>();
  for (const route of routes) addRoute(router, route.method, route.path, route);
  const keys = new IdempotencyKeys();

  return async ({ incoming, url, body }: Request): Promise<ApiResponse> => {
    const { method = 'GET', headers } = incoming;
    const requestId = newId('req');
    const key = method === 'POST' ? headers['idempotency-key']?.toString() : undefined;
    const answered = (status: number, content: object | string, more: Record<string, string> = {}) => ({
      status,
      headers: {
        'content-type': 'application/json',
        'request-id': requestId,
        'stripe-version': API_VERSION,
        ...(key ? { 'idempotency-key': key } : {}),
        ...more,
      },
      body: typeof content === 'string' ? content : JSON.stringify(content, null, 2),
      isLost: false,
    });
    const asAnswer = (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      const { status, body: content, isBeforeExecution } = error;
      return { status, body: JSON.stringify({ error: content }, null, 2), isBeforeExecution };
    };

    try {
      checkHeaders(incoming, apiKey);
      if (issuer.faults.take('api_500')) throw serverError();
      const match = findRoute(router, method, url.pathname);
      const id = decodedId(match?.params?.id);
      if (!match || id === undefined) throw unknownUrl(method, url.pathname);
      const isLost = issuer.faults.take('api_lost_reply');
      const run = async () => {
        if (key && issuer.faults.take('api_500_kept')) throw serverError(false);
        const form = decodeForm(method === 'GET' ? url.search.slice(1) : body);
        const request = { id: requestId, idempotency_key: key ?? null };
        const content = await answerObject(issuer, match.data, { id, form, request });
        return { status: 200, body: JSON.stringify(content, null, 2), isBeforeExecution: false };
      };
      const path = `${method} ${url.pathname}`;
      const answer = await keys.once(key, { path, body }, () => run().catch(asAnswer));
      const replayed: Record<string, string> = answer.isReplayed ? { 'idempotent-replayed': 'true' } : {};
      return { ...answered(answer.status, answer.body, replayed), isLost };
    } catch (error) {
      const { status, body: content } = asAnswer(error);
      return answered(status, content);
    }
  };
}
