import { z } from 'zod';
import { address, addressInput, chainId, chainIdInput, hash, hashInput, time, wireInt } from './values';

// The `error` strings here are message keys under `api.issue`, which the server translates.

const tokens = z
  .string()
  .regex(/^\d{1,78}$/)
  .meta({ description: 'In base units of the token, in decimal digits.', examples: ['500000000'] });
const minor = z
  .string()
  .regex(/^-?\d{1,18}$/)
  .meta({ description: 'In the minor unit of its currency, in decimal digits.', examples: ['420'] });
const currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .meta({ description: 'ISO 4217 code in lower case.', examples: ['usd'] });
const country = z.string().regex(/^[A-Z]{2}$/);
const countryInput = z.string({ error: 'country' }).regex(/^[A-Z]{2}$/, { error: 'country' });
const text = (longest: number) =>
  z.string({ error: 'text' }).trim().min(1, { error: 'text' }).max(longest, { error: 'text' });

const cardId = z.string().regex(/^[\w-]{1,64}$/);
const cardIdInput = z.string({ error: 'text' }).regex(/^[\w-]{1,64}$/, { error: 'text' });

/** Money of one of the user's accounts: a token of a chain. The contract is the authority; this mirrors it as of a block. */
export const cardAccount = z
  .object({
    chainId,
    contract: address,
    token: address,
    coinId: z.int(),
    decimals: z.int(),
    balance: tokens,
    unconfirmed: tokens.describe('Topped up and waiting for confirmations. Not in `balance`.'),
    held: tokens.describe('Reserved by purchases that can still be charged, on the chain or about to be.'),
    leaving: tokens.describe('Requested to be withdrawn.'),
    spendable: tokens,
    owed: tokens.describe('Paid by the operator for purchases. Until it is settled, purchases are declined.'),
    blockNumber: z.string().regex(/^\d+$/).describe('Block that the amounts are of.'),
  })
  .meta({ id: 'CardAccount' });

const cardStatuses = ['opening', 'active', 'frozen', 'closed'] as const;

export const card = z
  .object({
    id: cardId.describe('The issuer’s ID.'),
    chainId,
    contract: address,
    token: address,
    number: z.int().describe('Number of the card in the contract.'),
    type: z.enum(['virtual', 'physical']),
    lastFour: z.string().regex(/^\d{4}$/),
    currency,
    status: z.enum(cardStatuses),
    frozen: z
      .object({ server: z.boolean(), issuer: z.boolean(), chain: z.boolean() })
      .describe('Where a freeze has taken effect. Once the server has it, purchases are declined.'),
    shipping: z
      .enum(['pending', 'shipped', 'delivered', 'returned', 'failure'])
      .nullable()
      .describe('Of a physical card, or null.'),
    dayLimit: tokens,
    monthLimit: tokens,
    usedPerDay: tokens,
    usedPerMonth: tokens,
    blockedMerchants: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
    replaces: cardId.nullable().describe('Card that this one replaces, or null.'),
    canBeReplaced: z.boolean().describe('Whether it is neither replaced nor closed by its owner.'),
    createdAt: time,
  })
  .meta({ id: 'Card' });

/** Card terms of the operator: where cards are possible, and what a purchase costs. */
export const cardProgram = z
  .object({
    isAvailable: z.boolean().describe('Whether new cards can be created.'),
    issuer: z.string().describe('Name of the card issuer.'),
    currency,
    countries: z.array(country).describe('ISO 3166-1 codes of countries whose residents can have a card.'),
    accounts: z.array(
      z.object({
        chainId,
        contract: address,
        token: address,
        coinId: z.int(),
        decimals: z.int(),
        marginBps: z.int().describe('Margin on the token’s price, in basis points.'),
      }),
    ),
    defaultLimits: z.object({
      perDay: minor,
      perMonth: minor,
      offlinePerMonth: minor,
      overCaptureBps: z.int(),
    }),
    maxLimits: z.object({ perDay: minor, perMonth: minor }),
    frameOrigin: z
      .string()
      .nullable()
      .describe('Origin of the page that shows card numbers, or null if there is none.'),
    canSetPin: z.boolean().describe('Whether the PIN of a physical card can be set.'),
  })
  .meta({ id: 'CardProgram' });

export const cardList = z
  .object({
    program: cardProgram,
    holder: z.object({ country, status: z.enum(['active', 'inactive', 'blocked']) }).nullable(),
    accounts: z.array(cardAccount),
    cards: z.array(card),
  })
  .meta({ id: 'CardList' });

const postalAddress = z.object({
  line1: text(200),
  line2: text(200).optional(),
  city: text(100),
  state: text(100).optional(),
  postalCode: text(20),
  country: countryInput,
});

/** Who gets a card. Goes to the issuer and isn't stored. */
export const cardHolderInput = z.object({
  firstName: text(100),
  lastName: text(100),
  email: z.email({ error: 'email' }).max(254, { error: 'email' }),
  phoneNumber: z.string({ error: 'phone' }).regex(/^\+[1-9]\d{6,14}$/, { error: 'phone' }),
  birth: z.iso.date({ error: 'date' }),
  address: postalAddress,
  hasAcceptedTerms: z.literal(true, { error: 'terms' }),
});

const replacementReasons = ['lost', 'stolen', 'damaged', 'expired'] as const;

/** Creates the card at the issuer for a card that its owner opened in the contract. The same one again returns the same card. */
export const cardCreateInput = z.object({
  chainId: chainIdInput,
  number: wireInt
    .pipe(z.int().positive({ error: 'wholeNumber' }))
    .describe('Number of the card in the contract.'),
  type: z.enum(['virtual', 'physical'], { error: 'text' }),
  holder: cardHolderInput.optional().describe('Needed for the first card.'),
  shipping: z
    .object({ name: text(100), address: postalAddress })
    .optional()
    .describe('Needed for a physical card.'),
  replaces: z
    .object({ id: cardIdInput, reason: z.enum(replacementReasons, { error: 'text' }) })
    .optional()
    .describe(
      'Card with the same type and token that is replaced. A lost or stolen one is canceled before, any other once the new one is active.',
    ),
});

/** Freezes a card, or blocks a merchant. Unfreezing and limits are set in the contract by the owner, and the server follows. */
export const cardUpdateInput = z.object({
  id: cardIdInput,
  freeze: z.literal(true).optional(),
  blockMerchant: text(64).optional().describe('Network ID of a merchant.'),
  unblockMerchant: text(64).optional(),
});

export const cardRevealInput = z.object({
  id: cardIdInput,
  nonce: text(256).describe('Nonce of the issuer’s script.'),
  version: z.string({ error: 'text' }).regex(/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/, { error: 'text' }),
});
export const cardRevealKey = z.object({ secret: z.string(), expiresAt: time }).meta({ id: 'CardRevealKey' });

export const cardPinInput = z.object({
  id: cardIdInput,
  encryptedPin: z
    .string({ error: 'text' })
    .max(4_096, { error: 'text' })
    .regex(/^[\w-]+(?:\.[\w-]+){4}$/, { error: 'text' })
    .describe('JWE in compact form, with the algorithms and the public key of the issuer.'),
});

const purchaseStates = [
  'declined',
  'pending',
  'partlyCaptured',
  'captured',
  'reversed',
  'expired',
  'refunded',
  'partlyRefunded',
  'disputed',
  'disputeWon',
  'disputeLost',
] as const;

const stepKinds = [
  'approved',
  'declined',
  'held',
  'raised',
  'released',
  'captured',
  'debited',
  'refunded',
  'refundReversed',
  'disputed',
  'disputeWon',
  'disputeLost',
] as const;

/** One step of a purchase. */
const purchaseStep = z.object({
  kind: z.enum(stepKinds),
  at: time,
  amount: minor.nullable().describe('In the card’s currency, or null.'),
  tokens: tokens.nullable(),
  txHash: hash.nullable().describe('Transaction of the chain, or null if there is none yet.'),
  reason: z
    .string()
    .nullable()
    .describe('Of a declined request, such as `day_limit`; or of a refused posting.'),
});

const dispute = z.object({
  status: z.enum(['unsubmitted', 'submitted', 'won', 'lost', 'expired']),
  amount: minor,
});

export const purchase = z
  .object({
    id: z.string().describe('The issuer’s ID of the authorization, or of a transaction without one.'),
    cardId,
    state: z.enum(purchaseStates),
    merchant: z.object({
      id: z.string().nullable(),
      name: z.string().nullable(),
      category: z.string().nullable(),
      city: z.string().nullable(),
      country: country.nullable(),
    }),
    currency,
    amount: minor.describe('What the purchase costs now: charged or still held, less what was returned.'),
    held: minor,
    charged: minor,
    returned: minor,
    merchantAmount: minor,
    merchantCurrency: currency,
    tokens: z.object({ held: tokens, charged: tokens, returned: tokens, owed: tokens }),
    price: z
      .string()
      .nullable()
      .describe('US dollars per whole coin, as fixed at the approval, without margin; or null.'),
    marginBps: z.int().nullable(),
    holdExpiresAt: time.nullable().describe('When anyone can release the hold, or null without one.'),
    reason: z.string().nullable().describe('Why it was declined, or null.'),
    isPossibleDuplicate: z.boolean().describe('Same merchant and amount within 24 hours.'),
    dispute: dispute.nullable(),
    disputable: z
      .object({ transactionId: z.string(), amount: minor })
      .nullable()
      .describe('Captured transaction that can be disputed, or null.'),
    steps: z.array(purchaseStep).describe('Oldest first.'),
    createdAt: time,
  })
  .meta({ id: 'CardPurchase' });

/** Event of the stream: purchases, cards, or accounts may have changed. */
export const cardChange = z.object({ at: time }).meta({ id: 'CardChange' });

export const LISTED_PURCHASES = 20;
export const purchasesQuery = z.object({
  card: cardIdInput.optional(),
  before: z.iso.datetime({ error: 'date' }).optional().describe('Only purchases created before this time.'),
});
export const purchases = z.object({
  list: z
    .array(purchase)
    .describe(`Up to ${LISTED_PURCHASES}, and others of the same second as the last one. Newest first.`),
  next: time.nullable().describe('Value for `before` of the next call, or null at the end.'),
});

export const disputeReasons = [
  'fraudulent',
  'not_received',
  'duplicate',
  'canceled',
  'merchandise_not_as_described',
  'service_not_as_described',
  'other',
] as const;

export const disputeInput = z.object({
  transactionId: text(64),
  reason: z.enum(disputeReasons, { error: 'text' }),
  explanation: text(2_000),
  product: z.enum(['merchandise', 'service']).optional(),
  productDescription: text(500).optional(),
  originalTransactionId: text(64).optional(),
  /** When it was expected, received, or canceled. */
  expectedAt: z.iso.date({ error: 'date' }).optional(),
  receivedAt: z.iso.date({ error: 'date' }).optional(),
  canceledAt: z.iso.date({ error: 'date' }).optional(),
  cancellationReason: text(500).optional(),
  returnStatus: z.enum(['merchant_rejected', 'successful']).optional(),
});

export const disputeResult = dispute.meta({ id: 'CardDispute' });

export const statementQuery = z.object({
  chainId: chainIdInput,
  token: addressInput,
  month: z
    .string({ error: 'date' })
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'date' })
    .describe('UTC month.'),
  format: z.enum(['csv', 'json']).optional().describe('Without it, the `Accept` header decides.'),
});

const statementRow = z.object({
  at: time,
  kind: z.enum(['topUp', 'withdrawal', 'recovery', 'capture', 'debit', 'credit']),
  tokens: z
    .string()
    .regex(/^-?\d{1,78}$/)
    .describe('Change of the balance, in base units.'),
  balance: tokens.describe('Balance after it.'),
  txHash: hash,
  purchaseId: z.string().nullable(),
  merchantName: z.string().nullable(),
  amount: minor.nullable(),
  merchantAmount: minor.nullable(),
  merchantCurrency: currency.nullable(),
  price: z.string().nullable(),
  marginBps: z.int().nullable(),
});

export const statement = z
  .object({
    chainId,
    contract: address,
    token: address,
    decimals: z.int(),
    month: z.string(),
    opening: tokens,
    closing: tokens,
    isComplete: z.boolean().describe('Whether all blocks of the month are settled.'),
    rows: z.array(statementRow),
  })
  .meta({ id: 'CardStatement' });

export const withdrawalInput = z.object({
  chainId: chainIdInput,
  token: addressInput,
  amountRaw: z
    .string({ error: 'uint' })
    .regex(/^[1-9]\d{0,28}$/, { error: 'uint' })
    .transform(BigInt)
    .meta({ description: 'Amount in base units, in decimal digits.', examples: ['1000000'] }),
  to: addressInput,
});
export const withdrawalQuery = z.object({ id: wireInt });

/** A withdrawal without delay, for which the operator's process reserves the amount and signs. */
export const withdrawal = z
  .object({
    id: z.int(),
    state: z.enum(['requested', 'signed', 'refused', 'done', 'expired']),
    reason: z.string().nullable(),
    nonce: z.string().nullable(),
    deadline: z.int().nullable().describe('In seconds since 1970.'),
    signature: z.string().nullable(),
  })
  .meta({ id: 'CardWithdrawal' });

/** Payment of what is owed: a transaction in which the account called `fund` of the contract. Counts once. */
export const settleOwedInput = z.object({ chainId: chainIdInput, txHash: hashInput });
export const settleOwedResult = z.object({ owed: tokens.describe('What is still owed in this token.') });
