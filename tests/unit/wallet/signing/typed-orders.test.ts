import { zeroAddress } from 'viem';
import { isDanger } from '@/lib/wallet/signing/finding';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import {
  samplePlace,
  signingContext,
  type TrapContext,
  typedData,
  typedMessage,
} from '../../../support/signing-context';
import {
  blurRest,
  coins,
  piece,
  seaport,
  seaportTypes,
  zeroExRest,
} from '../../../support/typed-data-requests';

const { chainId, account, token, stranger } = samplePlace;
const place: TrapContext = { ...samplePlace, origin: 'https://dapp.example', thief: stranger, now: 0 };
const context = signingContext(samplePlace);

const nft = { ...piece(place, 7), recipient: account };
const tokens = (amount: string, at = token, endAmount = amount) => ({
  ...coins(account, amount, endAmount),
  itemType: '1',
  token: at,
});
const million = tokens('1000000000000');

const dangersIn = (data: string) =>
  readTypedData(parseTypedData(data, chainId), context)
    .findings.filter(isDanger)
    .map(({ code }) => code);
/** Items without a recipient are offered, and the others are asked for. */
const order = (offer: object, ...asked: object[]) => {
  const { recipient: _, ...given } = offer as { recipient?: string };
  return { ...seaport(place, asked), offer: [given] };
};
const dangers = (offer: object, ...asked: object[]) =>
  dangersIn(typedData(place, 'OrderComponents', seaportTypes, order(offer, ...asked)));

const givenBy = (offer: object) => {
  const data = typedData(place, 'OrderComponents', seaportTypes, order(offer, coins(account, '5')));
  const { groups } = readTypedData(parseTypedData(data, chainId), context);
  return groups.find(({ title }) => title === 'order')?.facts.slice(0, 2);
};

test.each([
  ['with criteria', { ...nft, itemType: '4', identifierOrCriteria: '0' }],
  ['with criteria and copies', { ...nft, itemType: '5', startAmount: '3', endAmount: '3' }],
  ['of an unknown type', { ...nft, itemType: '6' }],
])('WAL-1 an offer of an item %s is a danger, and is shown as any NFT', (_name, given) => {
  expect(dangers(given, coins(account, '1000000000000000000'))).toEqual(['orderOpen', 'orderUnpriced']);
  expect(givenBy(given)).toEqual([
    { label: 'gives', value: { kind: 'anyNft', count: BigInt(given.startAmount) } },
    { label: 'collection', value: expect.objectContaining({ address: stranger }) },
  ]);
});

test('WAL-1 an offer of a listed token as an NFT shows the amount that it would take', () => {
  const given = { ...nft, token, identifierOrCriteria: '5000000' };
  expect(dangers(given, coins(account, '1000000000000000000'))).toEqual(['orderUnpriced']);
  expect(givenBy(given)).toEqual([
    { label: 'gives', value: { kind: 'amount', raw: 5_000_000n, token: { symbol: 'tUSDT', decimals: 6 } } },
    { label: 'token', value: expect.objectContaining({ address: token }) },
  ]);
});

test('WAL-1 an item of native currency is shown as such, whatever token it names', () => {
  expect(givenBy({ ...coins(account, '5'), token })?.[0]).toEqual({
    label: 'gives',
    value: { kind: 'amount', raw: 5n, token: { symbol: 'ETH', decimals: 18 } },
  });
});

test.each([
  ['an NFT for a coin', nft, coins(account, '1000000000000000000'), 'orderUnpriced'],
  ['an NFT for the price of one on a cheap network', nft, coins(account, '900000000000000'), 'orderUnpriced'],
  ['an NFT for little of a listed token', nft, tokens('1000'), 'orderUnpriced'],
  ['an NFT for tokens', nft, tokens('5000000'), 'orderUnpriced'],
  ['nothing for nothing', coins(account, '0'), coins(account, '0'), 'orderForNothing'],
  ['tokens for 1 wei', million, coins(account, '1'), 'orderForLittle'],
  ['tokens for a coin', million, coins(account, '1000000000000000000'), 'orderUnpriced'],
  ['tokens for an NFT', million, nft, 'orderUnpriced'],
  ['coins for tokens', coins(account, '5000000000000000000'), tokens('5000000'), 'orderUnpriced'],
  ['an NFT for 1 wei', nft, coins(account, '1'), 'orderForLittle'],
  ['an NFT for another NFT', nft, nft, 'orderUnpriced'],
  ['an NFT for an unlisted token', nft, tokens('5000000', stranger), 'orderUnpriced'],
  ['an NFT for a price that drops', nft, coins(account, '5000000000000000000', '1'), 'orderForLittle'],
  [
    'tokens, from none at the start',
    tokens('0', token, '1000000000000'),
    coins(account, '1'),
    'orderForLittle',
  ],
  ['an NFT for somebody else’s coins', nft, coins(stranger, '1000000000000000000'), 'orderForNothing'],
])('WAL-1 an order is a danger: %s', (_name, given, asked, code) => {
  expect(dangers(given, asked)).toEqual([code]);
});

describe('orders with one NFT and one price', () => {
  const read = (encoded: string, message: object) =>
    readTypedData(parseTypedData(typedMessage(place, encoded, message), chainId), context);
  const facts = (encoded: string, message: object) =>
    read(encoded, message)
      .groups.find(({ title }) => title === 'order')
      ?.facts.flatMap((fact) => ('label' in fact && /^g[ie]/.test(fact.label) ? [fact.value] : []));
  const text = (value: string) => ({ kind: 'text', text: value });

  const blur =
    'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)';
  const sale = { ...blurRest, trader: account, side: '1', collection: stranger, tokenId: '7', amount: '1' };
  const price = { paymentToken: zeroAddress, price: '1000000' };
  const fees = (...rates: number[]) => rates.map((rate) => ({ rate, recipient: stranger }));

  test('WAL-1 Blur’s form: the seller gets the price without the fees', () => {
    const paid = (...rates: number[]) => facts(blur, { ...sale, ...price, fees: fees(...rates) })?.[1];
    expect(paid()).toMatchObject({ raw: 1_000_000n });
    expect(paid(250, 500)).toMatchObject({ raw: 925_000n });
    const taken = { ...sale, ...price, fees: fees(9_000, 1_500) };
    expect(read(blur, taken).findings).toContainEqual({ code: 'orderForNothing', about: '', other: '' });
    const copied = { ...sale, ...price, amount: '1000', fees: [] };
    expect(facts(blur, copied)?.[0]).toEqual(text('1000 × # 7'));
  });

  const zeroEx =
    'ERC1155Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc1155Token,uint256 erc1155TokenId,Property[] erc1155TokenProperties,uint128 erc1155TokenAmount)Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)';
  const trade = (direction: string, erc20Token: string = token) => ({
    ...zeroExRest,
    ...{ direction, maker: account, erc20Token, erc20TokenAmount: '100' },
    fees: [{ recipient: stranger, amount: '900', feeData: '0x' }],
    ...{ erc1155Token: stranger, erc1155TokenId: '7', erc1155TokenAmount: '1000' },
    erc1155TokenProperties: [],
  });

  test('WAL-1 0x: the number of copies is shown, and the buyer pays the fees', () => {
    expect(facts(zeroEx, trade('0'))).toMatchObject([
      text('1000 × # 7'),
      { raw: 100n, token: { symbol: 'tUSDT' } },
    ]);
    expect(read(zeroEx, trade('0')).findings.map(({ code }) => code)).not.toContain('notAllShown');
    expect(facts(zeroEx, trade('1'))).toMatchObject([{ raw: 1_000n }, text('1000 × # 7')]);
    const coins = trade('0', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE');
    expect(facts(zeroEx, coins)?.[1]).toMatchObject({ raw: 100n, token: { symbol: 'ETH' } });
  });
});

test('WAL-1 the last of many orders is checked, too', () => {
  const tree = [
    ...Array.from({ length: 15 }, () => order(nft, tokens('5000000'))),
    order(million, coins(account, '1')),
  ];
  const types = { ...seaportTypes, BulkOrder: [{ name: 'tree', type: 'OrderComponents[16]' }] };
  expect(dangersIn(typedData(place, 'BulkOrder', types, { tree }))).toEqual([
    'orderUnpriced',
    'orderForLittle',
  ]);
});

test('WAL-1 an order that doesn’t say which side is sold can’t be read', () => {
  const data = typedMessage(
    place,
    'MakerOrder(bool isOrderAsk,address signer,address collection,uint256 price,uint256 tokenId,address currency)',
    {
      isOrderAsk: true,
      signer: account,
      collection: stranger,
      price: '0',
      tokenId: '7',
      currency: zeroAddress,
    },
  );
  expect(dangersIn(data)).toEqual(['unreadSignature']);
});

test('WAL-1 an order within another message, or with another field, isn’t read, because nobody may execute it', () => {
  const encoded = (primary: string) =>
    `${primary}TokenPermissions(address token,uint256 amount)OrderComponents(OfferItem[] offer,ConsiderationItem[] consideration)OfferItem(uint8 itemType,address token)ConsiderationItem(uint8 itemType,address recipient,uint256 startAmount,uint256 endAmount)`;
  const witness = {
    offer: [{ itemType: '2', token: stranger }],
    consideration: [coins(account, '100000000000000000000')].map(
      ({ token: _, identifierOrCriteria: __, ...rest }) => rest,
    ),
  };
  const permitted = {
    permitted: { token, amount: '5000000' },
    spender: stranger,
    nonce: '1',
    deadline: '1800000600',
  };
  const signed = typedMessage(
    place,
    encoded(
      'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,OrderComponents witness)',
    ),
    { ...permitted, witness },
  );
  expect(dangersIn(signed)).toEqual(['signedAllowance', 'unreadSignature']);
  const { groups } = readTypedData(parseTypedData(signed, chainId), context);
  expect(groups.map(({ title }) => title)).toEqual(['allowance', 'domain', 'content']);
  const [first, ...fields] = seaportTypes.OrderComponents ?? [];
  const reordered = { ...seaportTypes, OrderComponents: [...fields, first] };
  const listing = order(nft, coins(account, '5'));
  expect(dangersIn(typedData(place, 'OrderComponents', reordered, listing))).toEqual(['unreadSignature']);
});

test('WAL-1 an order that a Permit2 transfer has as its witness can’t be read', () => {
  const signed = (primaryType: string, witness: string, value: object) =>
    dangersIn(
      typedMessage(
        place,
        `${primaryType}(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline${witness}TokenPermissions(address token,uint256 amount)`,
        {
          permitted: { token, amount: '5000000' },
          spender: stranger,
          nonce: '1',
          deadline: '1800000600',
          ...value,
        },
      ),
    );
  const witness = { witness: { output: token, amount: '1' } };
  expect(signed('PermitTransferFrom', ')', {})).toEqual(['signedAllowance']);
  expect(
    signed('PermitWitnessTransferFrom', ',Swap witness)Swap(address output,uint256 amount)', witness),
  ).toEqual(['signedAllowance', 'unreadSignature']);
});
