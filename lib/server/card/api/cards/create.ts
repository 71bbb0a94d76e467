import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import pLimit, { type LimitFunction } from 'p-limit';
import { type Address, zeroHash } from 'viem';
import type { z } from 'zod';
import type { card, cardCreateInput } from '@/lib/api/schemas/card';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { findChain } from '../../../chain/node';
import { cardAccounts, cards } from '../../../db/card-tables';
import { database, inTransaction } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import type { CardFacts } from '../../../issuer/facts';
import type { NewCard, SpendingLimits } from '../../../issuer/issuer';
import { readCardSettings } from '../../../seed/config-files';
import { findContract, listedToken } from '../../../transfers/listed-token';
import { CARD_CURRENCY } from '../../currency';
import { followStatus } from '../../follow-issuer';
import { openAccount } from '../../open-account';
import { retireCard } from '../../retire-card';
import { availableIssuer, callIssuer, refuse } from '../issuer-call';
import { type ChainCard, readChainCard } from './chain-card';
import { requireCountry, requireHolder, toAddress } from './holder';
import { findCard } from './list';

type Input = z.output<typeof cardCreateInput>;
type Card = z.input<typeof card>;

/** Returns the account's stored card with a number of a contract, or null. @throws ApiError 409 if it has another type. */
async function findCreated(owner: Address, contract: Address, { chainId, number, type }: Input) {
  const [row] = await database('account')
    .select({ id: cards.id, type: cards.type })
    .from(cards)
    .innerJoin(cardAccounts, eq(cardAccounts.id, cards.accountId))
    .where(
      and(
        ...[eq(cardAccounts.owner, owner), eq(cardAccounts.chainId, chainId)],
        ...[eq(cardAccounts.contract, contract), eq(cards.chainCard, number)],
      ),
    );
  if (!row) return null;
  if (row.type !== type) throw refuse(409, 'cardType');
  return findCard(owner, row.id);
}

/** Limits of a new card: the same for a repeated call. A job raises them if the contract's limits are higher. */
async function firstLimits(): Promise<SpendingLimits> {
  const { maxLimits } = await readCardSettings();
  return { perDay: BigInt(maxLimits.perDay), perMonth: BigInt(maxLimits.perMonth) };
}

type Delivery = Pick<NewCard & { type: 'physical' }, 'shipping' | 'type'> | { type: 'virtual' };

/** @throws ApiError 422 if a physical card has no address, or one in a country without cards. */
async function deliveryOf({ type, shipping }: Input): Promise<Delivery> {
  if (type === 'virtual') return { type };
  if (!shipping) throw refuse(422, 'cardShippingNeeded');
  await requireCountry(shipping.address.country);
  return { type, shipping: { name: shipping.name, address: toAddress(shipping.address) } };
}

/**
 * Checks that the account's card can be replaced by a new one.
 * @throws ApiError 404 for another account's card, 422 if it is closed or replaced, or the new one has another type or token.
 */
async function checkReplaced(
  owner: Address,
  { id, onChain, input, contract }: { id: string; onChain: ChainCard; input: Input; contract: Address },
): Promise<void> {
  const old = await findCard(owner, id);
  if (!old) throw new ApiError(404, 'notFound');
  if (!old.canBeReplaced) throw refuse(422, 'cardNotReplaceable');
  const [before, after] = [
    [old.type, old.chainId, old.contract, old.token],
    [input.type, input.chainId, contract, onChain.token],
  ];
  if (before.some((value, index) => value !== after[index])) throw refuse(422, 'cardReplacementDiffers');
}

type Made = {
  owner: Address;
  chainId: number;
  contract: Address;
  holderId: string;
  number: number;
  limits: SpendingLimits;
  replaces: string | null;
};

/**
 * Stores a card. Nothing is approved until the sender's role for cards has read its account again: the card may have changed since it
 * was read here.
 */
const store = (
  made: CardFacts,
  onChain: ChainCard,
  { owner, chainId, contract, ...rest }: Made,
): Promise<void> =>
  inTransaction('account', async (db) => {
    const accountId = await openAccount(db, { chainId, contract, owner, token: onChain.token });
    if (accountId === null) throw refuse(422, 'unknownToken');
    const { token: _, ...limits } = onChain;
    await db
      .insert(cards)
      .values({
        ...limits,
        id: made.id,
        holderId: rest.holderId,
        accountId,
        chainCard: rest.number,
        type: made.type,
        lastFour: made.lastFour,
        currency: made.currency,
        issuerStatus: made.status,
        issuerSetStatus: made.status,
        issuerDayLimit: rest.limits.perDay,
        issuerMonthLimit: rest.limits.perMonth,
        shippingStatus: made.shipping,
        replaces: rest.replaces,
        createdAt: sql`now()`,
      })
      .onConflictDoNothing();
    await db
      .update(cardAccounts)
      .set({ blockNumber: 0n, blockHash: zeroHash })
      .where(eq(cardAccounts.id, accountId));
  });

async function create(owner: Address, input: Input, ip: string): Promise<Card> {
  const chain = await findChain(input.chainId);
  const contract = await findContract(input.chainId, 'card_contract');
  if (!contract) throw refuse(422, 'cardUnavailable');
  const known = await findCreated(owner, contract, input);
  if (known) return known;

  const issuer = availableIssuer();
  const { number, replaces } = input;
  const onChain = await readChainCard(chain, contract, { owner, number });
  if (onChain === 'notOpened') throw refuse(422, 'cardNotOpened');
  if (onChain === 'notOwner') throw refuse(422, 'cardNotYours');
  if (onChain.status === 'closed') throw refuse(422, 'cardClosed');
  // The native currency is listed, but cards can't spend it.
  const listed = onChain.token === NATIVE_TOKEN ? null : await listedToken(chain.id, onChain.token);
  if (!listed) throw refuse(422, 'unknownToken');
  const delivery = await deliveryOf(input);
  const holder = await requireHolder(issuer, owner, { input: input.holder, ip });
  const limits = await firstLimits();
  if (replaces) {
    const { id, reason } = replaces;
    await checkReplaced(owner, { id, onChain, input, contract });
    if (reason === 'lost' || reason === 'stolen') await callIssuer(retireCard(issuer, id, reason));
  }
  const wanted = {
    ...delivery,
    holderId: holder.id,
    currency: CARD_CURRENCY,
    limits,
    ...(replaces ? { replaces: { cardId: replaces.id, reason: replaces.reason } } : {}),
  } as const;
  // Calls that replace the same card at once, maybe on two instances, create one card.
  const key = replaces ? `replacement:${replaces.id}` : `card:${chain.id}:${contract}:${number}`;
  const made = await callIssuer(issuer.createCard(wanted, key));
  await store(made, onChain, {
    ...{ owner, chainId: chain.id, contract, holderId: holder.id, number, limits },
    replaces: replaces?.id ?? null,
  });
  // A virtual one is activated now. If that fails, a job repeats it.
  if (replaces) await followStatus(issuer, made.id);
  const stored = await findCard(owner, made.id);
  if (!stored) throw new ApiError(503, 'busy');
  return stored;
}

/** Calls of an account that wait for each other, so that a person isn't registered twice. */
const turns = new Map<Address, LimitFunction>();

/**
 * Creates a card at the issuer for a card that its owner has opened in the contract, and registers the holder with the first one.
 * It can replace another card of the account, which is then canceled. The same call again returns the same card. The holder's details
 * go to the issuer only.
 * @throws ApiError 400 for an unknown chain, 404 for an unknown card to replace, 409 if the card has another type, 422 with the reason if
 * it can't be created, for example because it isn't opened yet, or 503 if the chain or the issuer is unreachable.
 */
export async function createCard(owner: Address, input: Input, ip: string): Promise<Card> {
  const turn = turns.get(owner) ?? pLimit(1);
  turns.set(owner, turn);
  try {
    return await turn(() => create(owner, input, ip));
  } finally {
    if (turn.activeCount + turn.pendingCount === 0) turns.delete(owner);
  }
}
