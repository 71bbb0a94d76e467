import 'server-only';
import { activity, verifyInput } from '@/lib/api/schemas/activity';
import { clientOf } from '../http/client-address';
import { handler } from '../http/handler';
import type { VerifyRule } from './rules';
import { verifyTransaction } from './verify-transaction';

/** Returns the handler of a call that verifies a transaction by a rule. `summary` is for the OpenAPI document. */
export const verifyCall = (rule: VerifyRule, summary: string) =>
  handler(
    { summary, errors: [422, 425], auth: true, limit: 'verify', input: verifyInput, output: activity },
    ({ input, session, request }) =>
      verifyTransaction(
        rule,
        { owner: session.address, client: clientOf(request), signal: request.signal },
        input,
      ),
  );
