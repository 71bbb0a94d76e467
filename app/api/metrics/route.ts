import { methods } from '@/lib/server/http/methods';
import { textHandler } from '@/lib/server/http/picture-handler';
import { exposeMetrics } from '@/lib/server/metrics/gauges';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: textHandler(
    {
      summary: 'Returns this instance’s metrics in the Prometheus text format; requires METRICS_TOKEN',
      security: [{ metrics: [] }],
      mediaType: 'text/plain',
      errors: [401, 404],
    },
    exposeMetrics,
  ),
});
