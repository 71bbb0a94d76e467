import { ready } from '@/lib/api/schemas/config';
import { readiness } from '@/lib/server/health/ready';
import { bare } from '@/lib/server/http/call-description';

export const dynamic = 'force-dynamic';

const json = { mediaType: 'application/json', schema: ready };
const answers = {
  200: { description: 'Requests can be served', ...json },
  503: { description: 'The database or a chain’s node does not respond', ...json },
};

export const GET = bare('Whether requests can be served', answers, async (): Promise<Response> => {
  const state = await readiness();
  return Response.json(state, {
    status: state.ready ? 200 : 503,
    headers: { 'Cache-Control': 'no-store' },
  });
});
