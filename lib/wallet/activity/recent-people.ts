import { type Address, getAddress, isAddressEqual } from 'viem';
import { checkRecipient, type RecipientFacts } from '@/lib/wallet/contacts/recipient';
import type { ActivityRow } from './activity-row';

const MAX_PEOPLE = 8;

/** Returns whether the account paid the row's counterparty. A withdrawal can pay another account. */
const isPaying = ({ kind, isToOther }: ActivityRow) =>
  kind === 'send' || kind === 'sendBalance' || (kind === 'withdraw' && isToOther === true);

const isPaid = ({ kind }: ActivityRow) => kind === 'receive' || kind === 'receiveBalance';

/** Returns the accounts that the account paid or was paid by, the latest first. They include contracts and planted addresses. */
export const partiesOf = (rows: readonly ActivityRow[]): Address[] => [
  ...new Set(
    rows
      .filter((row) => isPaying(row) || isPaid(row))
      .flatMap(({ counterparty }) => (counterparty ? getAddress(counterparty) : [])),
  ),
];

/** Accounts that the account has paid, and that have paid it, the latest first. */
export type PaymentHistory = { paid: readonly Address[]; paidBy: readonly Address[] };

/**
 * Returns the payments between accounts that the chain shows. Only listed tokens count, because any other contract can
 * report payments that nobody made, and only amounts above zero, because anyone can transfer zero from anyone.
 */
export function paymentHistory(rows: readonly ActivityRow[]): PaymentHistory {
  const proven = rows.filter(
    ({ block, status, in: received, out }) =>
      block !== null &&
      status === 'confirmed' &&
      [...received, ...out].some(({ amount, token }) => amount > 0n && token.coinId !== null),
  );
  return { paid: partiesOf(proven.filter(isPaying)), paidBy: partiesOf(proven.filter(isPaid)) };
}

/**
 * Returns the accounts that the user paid or was paid by, the latest first, without contacts, contracts, and the user's own.
 * Leaves out look-alikes and senders of zero amounts, because scammers plant such addresses in the activity.
 */
export function recentPeople(rows: readonly ActivityRow[], facts: RecipientFacts): Address[] {
  const paid = partiesOf(
    rows.filter(
      ({ status, in: received, out }) =>
        status !== 'failed' && [...received, ...out].some(({ amount }) => amount > 0n),
    ),
  );
  // A payer could imitate somebody whom the user paid, so addresses are compared with all of those.
  const known = { ...facts, recipients: [...facts.recipients, ...paymentHistory(rows).paid] };
  return paid
    .filter((address) => {
      const { stop, isSelf, lookAlike } = checkRecipient(address, known, null);
      const isContact = facts.contacts.some((contact) => isAddressEqual(contact.address, address));
      const isOwn = facts.accounts.some((own) => isAddressEqual(own, address));
      return stop === null && lookAlike === null && !isSelf && !isOwn && !isContact;
    })
    .slice(0, MAX_PEOPLE);
}
