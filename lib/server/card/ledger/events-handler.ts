import 'server-only';
import type { Fact } from '../../db/stored-card-fact';
import type { RouteHandler } from '../../http/handler';
import { issuerHandler } from '../../http/issuer-handler';
import type { Issuer, IssuerEvent } from '../../issuer/issuer';
import { queueEvent } from './event-queue';

const BODY_TIMEOUT_MS = 5_000;
const RECEIVED = { body: '{"received":true}', headers: {} };

/** Returns what is stored of an event, or null if it doesn't matter to the card. */
function factOf(event: IssuerEvent): Fact | null {
  switch (event.kind) {
    case 'card':
      return { kind: 'card', cardId: event.card.id };
    case 'holder':
      return { kind: 'holder', holderId: event.holder.id };
    case 'other':
      return null;
    default:
      return event;
  }
}

/**
 * Creates the endpoint for all events of an issuer but requests for a decision. It only stores what an event reports, once per
 * event, so the answer is fast. A job applies it. The issuer repeats an event until this succeeds.
 */
export const eventsHandler = (
  gateway: () => Pick<Issuer, 'readEvent' | 'signatureHeader' | 'verify'>,
): RouteHandler =>
  issuerHandler(
    { summary: 'Stores an event of the card issuer', bodyTimeoutMs: BODY_TIMEOUT_MS },
    async ({ raw, headers, receipt }) => {
      const issuer = gateway();
      const webhook = issuer.verify('events', raw, headers.get(issuer.signatureHeader));
      const fact = factOf(issuer.readEvent(webhook));
      if (fact) await queueEvent(webhook.eventId, fact, receipt.at);
      return RECEIVED;
    },
  );
