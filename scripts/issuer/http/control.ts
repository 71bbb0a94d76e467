import { z } from 'zod';
import { change } from '../resources/call';
import { closeDispute } from '../resources/disputes';
import { findCardholder } from '../resources/find';
import { reverseRefund } from '../resources/refunds';
import { faultName } from '../state/faults';
import type { Issuer } from '../state/issuer';
import type { Delivery } from '../webhooks/delivery';
import { refused } from '../wire/errors';

const endpoint = z.strictObject({ url: z.url(), secrets: z.array(z.string().min(1)).min(1) });

/** What the control API can be told. A Stripe account has its settings in the dashboard, and the rest just happens. */
const command = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('show') }),
  z.strictObject({ do: z.literal('fault'), name: faultName, times: z.int().min(0).nullable().default(1) }),
  z.strictObject({ do: z.literal('clear_faults') }),
  z.strictObject({
    do: z.literal('settings'),
    decision: endpoint.optional(),
    events: endpoint.optional(),
    onTimeout: z.enum(['approve', 'decline']).optional(),
  }),
  z.strictObject({ do: z.literal('close_dispute'), id: z.string(), status: z.enum(['lost', 'won']) }),
  z.strictObject({ do: z.literal('reverse_refund'), id: z.string() }),
  z.strictObject({ do: z.literal('block_cardholder'), id: z.string() }),
  z.strictObject({ do: z.literal('resend_event'), id: z.string() }),
]);

export type Command = z.input<typeof command>;

/**
 * Runs a command of the control API, which sets faults and settings, and makes things happen that Stripe's test helpers
 * don't have.
 *
 * @throws {z.ZodError} if the command is unknown.
 * @throws {ApiError} if there's no such object, or it is in the wrong state.
 */
export function runCommand(issuer: Issuer, delivery: Delivery, given: unknown): object {
  const { state, faults, settings } = issuer;
  const parsed = command.parse(given);
  switch (parsed.do) {
    case 'fault':
      faults.set(parsed.name, parsed.times ?? Number.POSITIVE_INFINITY);
      break;
    case 'clear_faults':
      faults.clear();
      break;
    case 'settings': {
      const { do: _, ...changes } = parsed;
      change(settings, changes);
      break;
    }
    case 'close_dispute':
      return closeDispute(issuer, parsed.id, parsed.status);
    case 'reverse_refund':
      return reverseRefund(issuer, parsed.id);
    case 'block_cardholder': {
      const holder = findCardholder(issuer, parsed.id);
      const previous = change(holder, { status: 'blocked' });
      issuer.emit('issuing_cardholder.updated', holder, { previous });
      return holder;
    }
    case 'resend_event': {
      const event = state.events.get(parsed.id);
      if (!event) throw refused(`There is no event ${parsed.id}.`);
      delivery.send(event);
      return event;
    }
    case 'show':
      break;
  }
  const { onTimeout } = settings;
  return { faults: faults.list(), onTimeout, expandedSecrets: state.expandedSecrets };
}
