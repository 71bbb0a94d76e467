import { methods } from '@/lib/server/http/methods';
import { depositRule } from '@/lib/server/verify/rules';
import { verifyCall } from '@/lib/server/verify/verify-call';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: verifyCall(depositRule, 'Verifies a deposit on the chain and credits it once'),
});
