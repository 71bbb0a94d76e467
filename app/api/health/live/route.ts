import { live } from '@/lib/api/schemas/config';
import { bare } from '@/lib/server/http/call-description';

export const dynamic = 'force-dynamic';

const answers = {
  200: { description: 'The server is running', mediaType: 'application/json', schema: live },
};

export const GET = bare(
  'Whether the server runs',
  answers,
  (): Response => Response.json({ live: true }, { headers: { 'Cache-Control': 'no-store' } }),
);
