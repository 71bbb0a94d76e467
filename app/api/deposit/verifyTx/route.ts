import { activity, verifyInput } from '@/lib/api/schemas/activity';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { depositRule } from '@/lib/server/verify/deposit-rule';
import { verifyTransaction } from '@/lib/server/verify/verify-transaction';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler({ auth: true, input: verifyInput, output: activity }, ({ input, session }) =>
    verifyTransaction(depositRule, session.address, input),
  ),
});
