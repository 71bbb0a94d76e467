import 'server-only';
import type { PolicyViolation } from '@/lib/api/schemas/policy-report';
import { log } from '../log';

/** Maximum number of log entries per report. */
const ENTRY_LIMIT = 10;
const TEXT_LIMIT = 200;

const short = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, TEXT_LIMIT);

/** Returns a URL without secrets: no user, query, or fragment, and only the scheme unless it's http or ws. */
function place(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text))
    return text === undefined ? undefined : short(text.split(/[?#]/)[0] ?? '');
  const { protocol, origin, pathname } = new URL(text);
  return short(/^(https?|wss?):$/.test(protocol) ? origin + pathname : protocol);
}

/** Logs the policy violations that browsers report. Anyone can send such a report, so it's only a hint. */
export function logViolations(violations: readonly PolicyViolation[]): void {
  for (const { page, blocked, directive, source, line } of violations.slice(0, ENTRY_LIMIT)) {
    const report = {
      page: place(page),
      blocked: place(blocked),
      directive: directive === undefined ? undefined : short(directive),
      source: place(source),
      line,
    };
    log.warn({ report }, 'a page violated its policy');
  }
}
