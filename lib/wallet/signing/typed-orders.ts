import { type Address, isAddressEqual } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { max, min } from '@/lib/evm/bigint';
import { isRecord } from '@/lib/is-record';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { addressValue, amountValue, type SigningContext } from './context';
import { type Finding, found } from './finding';
import type { Fact, FactValue, Group } from './reading';
import { plainAddress, type TypedValue } from './typed-data-values';

/**
 * One item of an order: native currency, tokens (in base units), or an NFT. The token ID is `any` if the order leaves
 * the choice to the other side.
 */
export type OrderItem = { token: Address; amount: bigint; tokenId: bigint | 'any' | null };

/** An order that others may execute: what its maker gives and receives. */
export type Order = {
  maker: Address;
  gives: readonly OrderItem[];
  gets: readonly (OrderItem & { to: Address })[];
};

type Fields = Readonly<Record<string, TypedValue | undefined>>;

const integer = (value: TypedValue | undefined) => (typeof value === 'bigint' ? value : 0n);
const records = (value: TypedValue | undefined) =>
  Array.isArray(value) ? (value as readonly TypedValue[]).filter(isRecord).map((part) => part as Fields) : [];

/**
 * Converts a Seaport item. Item type 0 is native currency, 1 is an ERC-20 token, and 2 and 3 are NFTs. Types 4 and 5 are
 * any NFT that meets criteria, and others are unknown. An auction may end at either amount, so `worse` returns the one
 * that is worse for the maker.
 */
function seaportItem(
  { itemType, token, identifierOrCriteria, startAmount, endAmount }: Fields,
  worse: typeof min,
): OrderItem {
  const amount = worse(integer(startAmount), integer(endAmount));
  if (itemType === 0n) return { token: NATIVE_TOKEN, amount, tokenId: null };
  const tokenId =
    itemType === 1n ? null : itemType === 2n || itemType === 3n ? integer(identifierOrCriteria) : 'any';
  return { token: plainAddress(token) ?? NATIVE_TOKEN, amount, tokenId };
}

function seaportOrder({ offerer, offer, consideration }: Fields, account: Address): Order | null {
  if (!Array.isArray(offer) || !Array.isArray(consideration)) return null;
  const maker = plainAddress(offerer) ?? account;
  const gets = records(consideration).map((item) => ({
    ...seaportItem(item, min),
    to: plainAddress(item.recipient) ?? NATIVE_TOKEN,
  }));
  return { maker, gives: records(offer).map((item) => seaportItem(item, max)), gets };
}

/** Returns the number of an NFT's copies that an order trades, which orders for single NFTs don't state. */
const copies = (amount: TypedValue | undefined) => max(1n, integer(amount));

/** Address that represents the native currency in orders of 0x. */
const ZERO_EX_NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

/** The whole price in ten-thousandths. */
const WHOLE = 10_000n;

/**
 * Parses a 0x order that trades an NFT for an ERC-20 token. Direction 0 sells the NFT, 1 buys it. The buyer pays the fees
 * in addition to the price.
 */
function zeroExOrder(fields: Fields, account: Address): Order | null {
  const collection = plainAddress(fields.erc721Token) ?? plainAddress(fields.erc1155Token);
  const payment = plainAddress(fields.erc20Token);
  const isSale = fields.direction === 0n;
  if (collection === null || payment === null || !(isSale || fields.direction === 1n)) return null;
  const maker = plainAddress(fields.maker) ?? account;
  const tokenId = integer(fields.erc721TokenId ?? fields.erc1155TokenId);
  const piece = { token: collection, amount: copies(fields.erc1155TokenAmount), tokenId };
  const fees = isSale ? [] : records(fields.fees).map(({ amount }) => integer(amount));
  const amount = fees.reduce((sum, fee) => sum + fee, integer(fields.erc20TokenAmount));
  const price = { token: payment === ZERO_EX_NATIVE ? NATIVE_TOKEN : payment, amount, tokenId: null };
  return { maker, gives: [isSale ? piece : price], gets: [{ ...(isSale ? price : piece), to: maker }] };
}

/**
 * Parses an order that trades an NFT for a price, as used by Blur and others. Side 1 sells the NFT, 0 buys it. The seller
 * pays the fees, whose rates are in ten-thousandths of the price.
 */
function pricedOrder(fields: Fields, account: Address): Order | null {
  const collection = plainAddress(fields.collection);
  const isSale = fields.side === 1n;
  if (collection === null || typeof fields.price !== 'bigint' || !(isSale || fields.side === 0n)) return null;
  const maker = plainAddress(fields.trader) ?? plainAddress(fields.maker) ?? account;
  const piece = { token: collection, amount: copies(fields.amount), tokenId: integer(fields.tokenId) };
  const token = plainAddress(fields.paymentToken) ?? NATIVE_TOKEN;
  const rates = isSale ? records(fields.fees).map(({ rate }) => integer(rate)) : [];
  const part = max(
    0n,
    rates.reduce((rest, rate) => rest - rate, WHOLE),
  );
  const price = { token, amount: (fields.price * part) / WHOLE, tokenId: null };
  return { maker, gives: [isSale ? piece : price], gets: [{ ...(isSale ? price : piece), to: maker }] };
}

/** Finds the orders in a message at any depth, because a bulk order is a tree. */
export function ordersIn(message: TypedValue, account: Address): Order[] {
  if (Array.isArray(message))
    return (message as readonly TypedValue[]).flatMap((part) => ordersIn(part, account));
  if (!isRecord(message)) return [];
  const fields = message as Fields;
  const order = seaportOrder(fields, account) ?? zeroExOrder(fields, account) ?? pricedOrder(fields, account);
  return order
    ? [order]
    : Object.values(fields).flatMap((part) => (part === undefined ? [] : ordersIn(part, account)));
}

/** Returns the items that the maker of an order receives. */
export const paidToMaker = ({ maker, gets }: Order): readonly OrderItem[] =>
  gets.filter(({ to, amount }) => isAddressEqual(to, maker) && amount > 0n);

/** Less than a millionth of a whole token counts as almost nothing. A thousandth of a coin can be an honest price. */
const LITTLE_DIVISOR = 1_000_000n;
const SHOWN_ITEMS = 12;

function decimalsOf({ token }: OrderItem, { coins, chainId }: SigningContext): number | null {
  return token === NATIVE_TOKEN ? 18 : (listedToken(coins, chainId, token)?.decimals ?? null);
}

/** Returns whether an item's amount is negligible, or null for an NFT or an unlisted token, whose value is unknown. */
function isLittle(item: OrderItem, context: SigningContext): boolean | null {
  if (item.tokenId !== null) return null;
  const decimals = decimalsOf(item, context);
  return decimals === null ? null : item.amount < 10n ** BigInt(decimals) / LITTLE_DIVISOR;
}

function orderFindings(order: Order, context: SigningContext): Finding[] {
  const paid = paidToMaker(order);
  const isForLittle = paid.every((item) => isLittle(item, context) === true);
  return [
    ...(isAddressEqual(order.maker, context.account) ? [] : [found('notYours', order.maker)]),
    ...(order.gives.some(({ tokenId }) => tokenId === 'any') ? [found('orderOpen')] : []),
    // Without prices, the review can't tell whether any other order is fair.
    found(paid.length === 0 ? 'orderForNothing' : isForLittle ? 'orderForLittle' : 'orderUnpriced'),
  ];
}

function itemValue({ token, amount, tokenId }: OrderItem, context: SigningContext): FactValue {
  if (tokenId === 'any') return { kind: 'anyNft', count: amount };
  if (tokenId === null) return amountValue(context, token, amount);
  // Marketplaces call `transferFrom` for NFTs, which takes the token ID as the amount of an ERC-20 token.
  if (listedToken(context.coins, context.chainId, token)) return amountValue(context, token, tokenId);
  return { kind: 'text', text: amount === 1n ? `# ${tokenId}` : `${amount} × # ${tokenId}` };
}

function itemFacts(item: OrderItem, label: 'gives' | 'gets', context: SigningContext): Fact[] {
  const { token, tokenId } = item;
  const value = itemValue(item, context);
  if (tokenId === null && token === NATIVE_TOKEN) return [{ label, value }];
  const kind = value.kind === 'amount' ? 'token' : 'collection';
  return [
    { label, value },
    { label: kind, value: addressValue(context, token) },
  ];
}

/** Describes an order's items and risks. */
export function readOrder(order: Order, context: SigningContext): { findings: Finding[]; group: Group } {
  const items = order.gives.length + order.gets.length;
  return {
    findings: [...orderFindings(order, context), ...(items > SHOWN_ITEMS ? [found('notAllShown')] : [])],
    group: {
      title: 'order',
      facts: [
        ...order.gives.slice(0, SHOWN_ITEMS).flatMap((item) => itemFacts(item, 'gives', context)),
        ...order.gets
          .slice(0, SHOWN_ITEMS)
          .flatMap((item): Fact[] => [
            ...itemFacts(item, 'gets', context),
            { label: 'paidTo', value: addressValue(context, item.to) },
          ]),
      ],
    },
  };
}
