import { z } from 'zod';
import { tokenList } from '@/lib/api/schemas/coin';
import { withBackEnd } from '@/lib/server/back-end/with-back-end';
import { ApiError } from '@/lib/server/http/api-error';
import { bare } from '@/lib/server/http/call-description';
import { clientOf } from '@/lib/server/http/client-address';
import { conditional } from '@/lib/server/http/conditional';
import { routeOf } from '@/lib/server/http/handler';
import { CONFIG_CACHE, noSuchPath } from '@/lib/server/http/methods';
import { type SharedText, sharedTexts } from '@/lib/server/http/shared-text';
import { admitKnown } from '@/lib/server/limits/admit';
import { describeError, log } from '@/lib/server/log';
import { readTokenList } from '@/lib/server/seed/seed-lists';

export const dynamic = 'force-dynamic';

const answers = {
  200: { description: 'The list', mediaType: 'application/json', schema: tokenList },
  404: { description: 'No tokens are listed', mediaType: 'application/json', schema: z.null() },
  429: { description: 'Too many requests', mediaType: 'application/json', schema: z.null() },
  503: { description: 'The database does not respond', mediaType: 'application/json', schema: z.null() },
};

const texts = sharedTexts();
const anywhere = { 'Access-Control-Allow-Origin': '*' };
const headers = { 'Content-Type': 'application/json', ...anywhere, ...CONFIG_CACHE };

function refuse(error: unknown): Response {
  const isTooMany = error instanceof ApiError && error.code === 429;
  if (!isTooMany) log.warn({ err: describeError(error) }, 'the token list could not be read');
  return Response.json(null, {
    status: isTooMany ? 429 : 503,
    headers: { ...anywhere, 'Cache-Control': 'no-store' },
  });
}

const respond = (request: Request, list: SharedText): Response =>
  conditional(request, list, headers, { status: list.text === 'null' ? 404 : 200 });

async function read(request: Request, admitted: Promise<void> | null): Promise<Response> {
  try {
    await admitted;
    return respond(request, await texts.read('', async () => JSON.stringify(await readTokenList())));
  } catch (error) {
    return refuse(error);
  }
}

/** Serves the token list. Wallets and exchanges on other origins may read it. */
export const GET = bare(
  'The listed tokens in the format of tokenlists.org',
  answers,
  withBackEnd(
    routeOf((request) => {
      const admitted = admitKnown('read', clientOf(request));
      const known = texts.known('');
      return known && !admitted ? respond(request, known) : read(request, admitted);
    }),
    noSuchPath,
  ),
);
