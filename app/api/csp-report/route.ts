import { policyReports } from '@/lib/api/schemas/policy-report';
import { noContentHandler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { logViolations } from '@/lib/server/policy/log-violations';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: noContentHandler(
    {
      summary: 'Receives Content-Security-Policy violation reports',
      limit: 'report',
      fromAnySite: true,
      input: policyReports,
      body: { mediaTypes: ['application/csp-report', 'application/reports+json'], schema: policyReports },
    },
    ({ input }) => logViolations(input),
  ),
});
