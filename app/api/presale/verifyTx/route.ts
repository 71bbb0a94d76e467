import { methods } from '@/lib/server/http/methods';
import { presaleRule } from '@/lib/server/verify/rules';
import { verifyCall } from '@/lib/server/verify/verify-call';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: verifyCall(presaleRule, 'Verifies a presale contribution on the chain and records it once'),
});
