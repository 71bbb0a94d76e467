import { eventsHandler } from '@/lib/server/card/ledger/events-handler';
import { methods } from '@/lib/server/http/methods';
import { requiredIssuer } from '@/lib/server/issuer/configured-issuer';

export const { GET, POST, PUT, PATCH, DELETE } = methods({ POST: eventsHandler(requiredIssuer) });
