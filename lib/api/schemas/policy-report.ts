import { z } from 'zod';

/** An optional string in a report. Invalid values are ignored, so that the rest of the report is still used. */
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

/** A list of Reporting API reports of all types (`report-to`, application/reports+json). */
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

/** Content-Security-Policy violations reported by a browser. */
export const policyReports = z.union([legacy, modern]);

export type PolicyViolation = z.output<typeof policyReports>[number];
