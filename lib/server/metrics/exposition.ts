import 'server-only';
import { isSame } from '@/lib/preview/seal';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';
import { addGauges } from './gauges';
import { meters } from './meters';

/**
 * This instance's metrics in the Prometheus text format, for whom has METRICS_TOKEN as a bearer token (RFC 6750).
 * Throws ApiError 404 where the setting is unset, 401 for another token.
 */
export async function exposeMetrics(request: Request): Promise<{ type: string; text: string }> {
  const { METRICS_TOKEN } = serverEnv();
  if (METRICS_TOKEN === undefined) throw new ApiError(404, 'noSuchCall');
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (!isSame(given, METRICS_TOKEN)) throw new ApiError(401, 'tokenRequired');
  const { registry } = meters();
  addGauges(registry);
  return { type: registry.contentType, text: await registry.metrics() };
}
