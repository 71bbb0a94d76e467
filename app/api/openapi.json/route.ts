import { z } from 'zod';
import { CONFIG_CACHE } from '@/lib/server/http/cache';
import { bare } from '@/lib/server/http/call-description';
import { describeApi } from '@/lib/server/http/openapi/document';
import { apiRoutes } from './routes';

export const dynamic = 'force-static';

const answers = {
  200: {
    description: 'OpenAPI 3.1',
    mediaType: 'application/json',
    schema: z.looseObject({ openapi: z.string() }),
  },
};

/** Made at build time. Tools on other sites may read it. */
export const GET = bare('This document', answers, async () =>
  Response.json(await describeApi(apiRoutes), {
    headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': CONFIG_CACHE },
  }),
);
