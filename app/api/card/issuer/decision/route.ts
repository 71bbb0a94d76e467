import { decisionHandler } from '@/lib/server/card/decision/decision-handler';
import { methods } from '@/lib/server/http/methods';
import { requiredIssuer } from '@/lib/server/issuer/configured-issuer';

export const { GET, POST, PUT, PATCH, DELETE } = methods({ POST: decisionHandler(requiredIssuer) });
