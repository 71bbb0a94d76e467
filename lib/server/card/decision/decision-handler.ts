import 'server-only';
import type { RouteHandler } from '../../http/handler';
import { issuerHandler } from '../../http/issuer-handler';
import type { Issuer } from '../../issuer/issuer';
import { decide } from './decide';

/** Body of a request that takes longer is incomplete: it would leave no time for the decision. */
const BODY_TIMEOUT_MS = 1_000;

/** What decisions need of an issuer. */
export type DecisionGateway = Pick<Issuer, 'readDecision' | 'signatureHeader' | 'verify' | 'writeDecision'>;

/** Creates the endpoint that decides on purchases for an issuer. `gateway` is looked up for each call. */
export const decisionHandler = (gateway: () => DecisionGateway): RouteHandler =>
  issuerHandler(
    { summary: 'Decides on a purchase for the card issuer', bodyTimeoutMs: BODY_TIMEOUT_MS },
    async ({ raw, headers, receipt }) => {
      const issuer = gateway();
      const webhook = issuer.verify('decision', raw, headers.get(issuer.signatureHeader));
      const request = issuer.readDecision(webhook);
      const { isApproved, amount } = await decide(request, receipt);
      if (!isApproved) return issuer.writeDecision(request, { isApproved });
      return issuer.writeDecision(request, { isApproved, ...(amount === null ? {} : { amount }) });
    },
  );
