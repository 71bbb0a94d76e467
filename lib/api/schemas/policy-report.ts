import { z } from 'zod';

/** A text of a report; missing or replaced values are no reason to reject the rest. */
const text = z.string().max(8_192).optional().catch(undefined);
const line = z.int().nonnegative().optional().catch(undefined);

/** A CSP level 2 violation report (`report-uri`, application/csp-report). */
const legacy = z
  .object({
    'csp-report': z.object({
      'document-uri': text,
      'blocked-uri': text,
      'effective-directive': text,
      'violated-directive': text,
      'source-file': text,
      'line-number': line,
    }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      page: report['document-uri'],
      blocked: report['blocked-uri'],
      directive: report['effective-directive'] ?? report['violated-directive'],
      source: report['source-file'],
      line: report['line-number'],
    },
  ]);

/** Reports of the Reporting API (`report-to`, application/reports+json): all types in one list. */
const modern = z
  .array(
    z.object({
      type: z.string(),
      body: z
        .object({
          documentURL: text,
          blockedURL: text,
          effectiveDirective: text,
          sourceFile: text,
          lineNumber: line,
        })
        .catch({}),
    }),
  )
  .max(100)
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({
        page: body.documentURL,
        blocked: body.blockedURL,
        directive: body.effectiveDirective,
        source: body.sourceFile,
        line: body.lineNumber,
      })),
  );

/** Content-Security-Policy violations that a browser reports. */
export const policyReports = z.union([legacy, modern]);

export type PolicyViolation = z.output<typeof policyReports>[number];
