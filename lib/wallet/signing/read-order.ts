import { isAddressEqual } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { addressValue, amountValue, type SigningContext } from './context';
import { type Finding, found } from './finding';
import type { Fact, Group } from './reading';
import { type Order, type OrderItem, paidToMaker } from './typed-orders';

/** A collectible for less than a thousandth of a coin is given away. */
const LITTLE_DIVISOR = 1_000n;
const SHOWN_ITEMS = 12;

function decimalsOf({ token }: OrderItem, { coins, chainId }: SigningContext): number | null {
  return token === NATIVE_TOKEN ? 18 : (listedToken(coins, chainId, token)?.decimals ?? null);
}

/** Whether an item is so little that nobody would sell for it; null where its worth is not known. */
function isLittle(item: OrderItem, context: SigningContext): boolean | null {
  if (item.tokenId !== null) return false;
  const decimals = decimalsOf(item, context);
  return decimals === null ? null : item.amount < 10n ** BigInt(decimals) / LITTLE_DIVISOR;
}

function orderFindings(order: Order, context: SigningContext): Finding[] {
  const paid = paidToMaker(order);
  const findings = isAddressEqual(order.maker, context.account) ? [] : [found('notYours', order.maker)];
  if (order.gives.every(({ amount }) => amount === 0n)) return findings;
  if (paid.length === 0) return [...findings, found('orderForNothing')];
  const little = paid.map((item) => isLittle(item, context));
  const givesPiece = order.gives.some(({ tokenId }) => tokenId !== null);
  if (givesPiece && little.every((is) => is === true)) findings.push(found('orderForLittle'));
  if (little.some((is) => is === null)) findings.push(found('orderUnpriced'));
  return findings;
}

function itemFacts(item: OrderItem, label: 'gives' | 'gets', context: SigningContext): Fact[] {
  const { token, amount, tokenId } = item;
  const isNative = tokenId === null && token === NATIVE_TOKEN;
  return [
    {
      label,
      value:
        tokenId === null
          ? amountValue(context, token, amount)
          : { kind: 'text', text: amount === 1n ? `# ${tokenId}` : `${amount} × # ${tokenId}` },
    },
    ...(isNative
      ? []
      : [{ label: tokenId === null ? 'token' : 'collection', value: addressValue(context, token) } as const]),
  ];
}

/** What an order gives and brings, and what is to be minded about it. */
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
