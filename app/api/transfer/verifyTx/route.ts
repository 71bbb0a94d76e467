import { methods } from '@/lib/server/http/methods';
import { transferRule } from '@/lib/server/verify/rules';
import { verifyCall } from '@/lib/server/verify/verify-call';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: verifyCall(
    transferRule,
    'Verifies a transfer between vault balances on the chain and records it once for each of its accounts',
  ),
});
