import { type Address, getAddress, isAddressEqual } from 'viem';
import { checkRecipient, type RecipientFacts } from '@/lib/wallet/contacts/recipient';
import type { ActivityRow } from './activity-row';

const MAX_PEOPLE = 8;

const paidKinds: readonly ActivityRow['kind'][] = ['send', 'receive', 'sendBalance', 'receiveBalance'];

/**
 * Returns the accounts that the user paid or was paid by, the latest first, without contacts, contracts, and the user's own.
 * Leaves out look-alikes and senders of zero amounts, because scammers plant such addresses in the activity.
 */
export function recentPeople(rows: readonly ActivityRow[], facts: RecipientFacts): Address[] {
  const paid = rows.flatMap(({ kind, status, counterparty, in: received, out }) =>
    counterparty !== null &&
    status !== 'failed' &&
    paidKinds.includes(kind) &&
    [...received, ...out].some(({ amount }) => amount > 0n)
      ? getAddress(counterparty)
      : [],
  );
  // A payer could imitate somebody whom the user paid, so addresses are compared with all of those.
  const sentTo = rows.flatMap(({ kind, counterparty }) =>
    counterparty !== null && (kind === 'send' || kind === 'sendBalance') ? counterparty : [],
  );
  const known = { ...facts, recipients: [...facts.recipients, ...sentTo] };
  return [...new Set(paid)]
    .filter((address) => {
      const { stop, isSelf, lookAlike } = checkRecipient(address, known, null);
      const isContact = facts.contacts.some((contact) => isAddressEqual(contact.address, address));
      const isOwn = facts.accounts.some((own) => isAddressEqual(own, address));
      return stop === null && lookAlike === null && !isSelf && !isOwn && !isContact;
    })
    .slice(0, MAX_PEOPLE);
}
