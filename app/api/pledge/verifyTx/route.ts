import { methods } from '@/lib/server/http/methods';
import { pledgeRule } from '@/lib/server/verify/rules';
import { verifyCall } from '@/lib/server/verify/verify-call';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: verifyCall(pledgeRule, 'Verifies a pledge on the chain and records it once'),
});
