import { bytesToHex, maxUint256, stringToHex, zeroAddress } from 'viem';
import {
  callData,
  domainTypes,
  INVALID_PARAMS,
  personal,
  refused,
  signIn,
  type Trap,
  typed,
  typedData,
  UNAUTHORIZED,
  UNSUPPORTED,
} from './signing-context';
import {
  coins,
  hash,
  note,
  permit,
  seaport,
  seaportTypes,
  signedTransfer,
  word,
} from './typed-data-requests';

const nested = (depth: number): unknown => (depth === 0 ? { parts: [] } : { parts: [nested(depth - 1)] });

/** Signature requests that the test-dapp doesn't cover. */
export const otherSignatures: readonly Trap[] = [
  typed(
    'permit without limit or end',
    (place) => permit(place, { value: maxUint256.toString(), deadline: maxUint256.toString() }),
    {
      warned: ['unlimited', 'spenderIsPerson', 'farDeadline'],
    },
  ),
  typed(
    "DAI's permit, which has no amount",
    (place) =>
      typedData(
        place,
        'Permit',
        {
          Permit: [
            { name: 'holder', type: 'address' },
            { name: 'spender', type: 'address' },
            { name: 'nonce', type: 'uint256' },
            { name: 'expiry', type: 'uint256' },
            { name: 'allowed', type: 'bool' },
          ],
        },
        { holder: place.account, spender: place.stranger, nonce: 0, expiry: 0, allowed: true },
      ),
    { warned: ['unlimited', 'spenderUnknown', 'farDeadline'] },
  ),
  typed(
    'signed transfer by Permit2',
    (place) =>
      typedData(
        place,
        'PermitTransferFrom',
        {
          TokenPermissions: [
            { name: 'token', type: 'address' },
            { name: 'amount', type: 'uint256' },
          ],
          PermitTransferFrom: [
            { name: 'permitted', type: 'TokenPermissions' },
            { name: 'spender', type: 'address' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        {
          permitted: { token: place.token, amount: '5000000' },
          spender: place.thief,
          nonce: '1',
          deadline: place.now + 600,
        },
      ),
    { warned: ['spenderIsPerson'] },
  ),
  typed(
    'Seaport order for next to nothing, in the end',
    (place) =>
      typedData(
        place,
        'OrderComponents',
        seaportTypes,
        seaport(place, [coins(place.account, '9000000000000000000', '1')]),
      ),
    { warned: ['orderForLittle'] },
  ),
  typed(
    'root of a tree of orders',
    (place) => typedData(place, 'Root', { Root: [{ name: 'root', type: 'bytes32' }] }, { root: hash }),
    { warned: ['blindHash'] },
  ),
  typed(
    'domain without network or contract',
    (place) =>
      note(place, {
        types: { EIP712Domain: domainTypes.slice(0, 1), Note: word },
        domain: { name: 'Sea' },
      }),
    { warned: ['noChain', 'noVerifyingContract'] },
  ),
  typed('unknown contract', (place) => note({ ...place, token: place.stranger }), {
    warned: ['unknownContract'],
  }),
  typed(
    'extra data in the domain',
    (place) => note(place, { domain: { ...JSON.parse(note(place)).domain, salt: hash } }),
    refused,
  ),
  typed(
    'a value that its type does not hold',
    (place) => permit(place, { value: (maxUint256 + 1n).toString() }),
    refused,
  ),
  typed(
    'a number that JSON has lost digits of',
    (place) => permit(place).replace('"1033366316628"', '90071992547409931'),
    refused,
  ),
  typed('a value that is missing', (place) => permit(place, { spender: undefined }), refused),
  typed(
    'type with the name of one of Solidity',
    (place) => note(place, {}, { Note: word, uint256: word }),
    refused,
  ),
  typed('field twice', (place) => note(place, {}, { Note: [...word, ...word] }), refused),
  typed(
    'type that is not there',
    (place) => note(place, {}, { Note: [{ name: 'contents', type: 'Text' }] }),
    refused,
  ),
  typed(
    'field of the prototype',
    (place) => note(place, {}, { Note: [{ name: '__proto__', type: 'string' }] }),
    refused,
  ),
  typed(
    'struct within itself without end',
    (place) => typedData(place, 'Tree', { Tree: [{ name: 'parts', type: 'Tree[]' }] }, nested(60)),
    refused,
  ),
  typed(
    'list of more than anybody reads',
    (place) =>
      typedData(
        place,
        'List',
        { List: [{ name: 'bits', type: 'bool[]' }] },
        {
          bits: Array.from({ length: 10_000 }, () => true),
        },
      ),
    refused,
  ),
  typed('a megabyte', (place) => note(place, { message: { contents: 'x'.repeat(1_000_000) } }), refused),
  typed('no JSON', () => '{', refused),
  typed('nothing', () => undefined, refused),
  {
    name: 'typed data for another account',
    method: 'eth_signTypedData_v4',
    params: (place) => [place.thief, note(place)],
    refused: UNAUTHORIZED,
  },
  personal('a hash as text', () => stringToHex(hash), { warned: ['bareHash'] }),
  personal('bytes that are no text', () => bytesToHex(new Uint8Array([0xff, 0xfe, 0x00, 0x01])), {
    warned: ['notText'],
  }),
  personal('text turned round', () => stringToHex('Pay 5 to \u202Eecila'), { warned: ['turnedText'] }),
  personal('text with unseen characters', () => stringToHex('Pay\u200B nobody'), { warned: ['hiddenText'] }),
  personal('sign-in at another port', (place) => signIn(place, { uri: 'http://127.0.0.1:1/wallet' }), {
    warned: ['signInElsewhere'],
  }),
  personal(
    'sign-in that looks like this site',
    (place) => signIn(place, { domain: `${new URL(place.origin).host}.evil.example` }),
    {
      warned: ['signInElsewhere'],
    },
  ),
  typed('signed transfer to a thief', (place) => signedTransfer(place, 'TransferWithAuthorization'), {
    warned: ['signedTransfer', 'newRecipient', 'farDeadline'],
  }),
  typed(
    'signed transfer that its recipient collects',
    (place) => signedTransfer(place, 'ReceiveWithAuthorization', { validBefore: place.now + 600 }),
    { warned: ['signedTransfer', 'newRecipient'] },
  ),
  typed(
    'signed transfer to nobody',
    (place) => signedTransfer(place, 'TransferWithAuthorization', { to: zeroAddress }),
    { warned: ['signedTransfer', 'burn'] },
  ),
  typed(
    'delegation of votes of a listed token',
    (place) =>
      typedData(
        place,
        'Delegation',
        {
          Delegation: [
            { name: 'delegatee', type: 'address' },
            { name: 'nonce', type: 'uint256' },
            { name: 'expiry', type: 'uint256' },
          ],
        },
        { delegatee: place.thief, nonce: 0, expiry: place.now + 600 },
      ),
    { warned: ['unreadSignature'] },
  ),
  typed(
    'order of tokens for nearly nothing',
    (place) =>
      typedData(
        place,
        'Order',
        {
          Order: [
            { name: 'makerAsset', type: 'address' },
            { name: 'takerAsset', type: 'address' },
            { name: 'maker', type: 'address' },
            { name: 'receiver', type: 'address' },
            { name: 'makingAmount', type: 'uint256' },
            { name: 'takingAmount', type: 'uint256' },
          ],
        },
        {
          makerAsset: place.token,
          takerAsset: place.stranger,
          maker: place.account,
          receiver: place.thief,
          makingAmount: '1000000000000',
          takingAmount: '1',
        },
      ),
    { warned: ['unreadSignature'] },
  ),
  typed(
    'permit of one NFT (ERC-4494)',
    (place) =>
      typedData(
        place,
        'Permit',
        {
          Permit: [
            { name: 'spender', type: 'address' },
            { name: 'tokenId', type: 'uint256' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        { spender: place.thief, tokenId: 7, nonce: 0, deadline: place.now + 600 },
      ),
    { warned: ['unreadSignature'] },
  ),
  typed(
    'permit of all NFTs',
    (place) =>
      typedData(
        { ...place, token: place.stranger },
        'PermitForAll',
        {
          PermitForAll: [
            { name: 'owner', type: 'address' },
            { name: 'operator', type: 'address' },
            { name: 'approved', type: 'bool' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        {
          owner: place.account,
          operator: place.thief,
          approved: true,
          nonce: 0,
          deadline: place.now + 600,
        },
      ),
    { warned: ['allCollectibles', 'spenderIsPerson', 'unknownContract'] },
  ),
  typed(
    'meta-transaction of a token without limit',
    (place) =>
      typedData(
        place,
        'MetaTransaction',
        {
          MetaTransaction: [
            { name: 'nonce', type: 'uint256' },
            { name: 'from', type: 'address' },
            { name: 'functionSignature', type: 'bytes' },
          ],
        },
        {
          nonce: 0,
          from: place.account,
          functionSignature: callData('approve', [place.thief, maxUint256]),
        },
      ),
    { warned: ['unlimited', 'spenderIsPerson'] },
  ),
  typed(
    'forwarded approval (ERC-2771)',
    (place) =>
      typedData(
        { ...place, token: place.stranger },
        'ForwardRequest',
        {
          ForwardRequest: [
            { name: 'from', type: 'address' },
            { name: 'to', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'gas', type: 'uint256' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint48' },
            { name: 'data', type: 'bytes' },
          ],
        },
        {
          from: place.account,
          to: place.token,
          value: 0,
          gas: 100_000,
          nonce: 0,
          deadline: place.now + 600,
          data: callData('approve', [place.thief, maxUint256]),
        },
      ),
    { warned: ['unlimited', 'spenderIsPerson'] },
  ),
  typed(
    "a Safe's delegate call",
    (place) =>
      typedData(
        { ...place, token: place.stranger },
        'SafeTx',
        {
          SafeTx: [
            { name: 'to', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'data', type: 'bytes' },
            { name: 'operation', type: 'uint8' },
            { name: 'nonce', type: 'uint256' },
          ],
        },
        { to: place.thief, value: 0, data: '0x12345678', operation: 1, nonce: 0 },
      ),
    { warned: ['powerGiven', 'blindCall'] },
  ),
  personal('sign-in on another network', (place) => signIn(place, { chainId: place.chainId + 1 }), {
    warned: ['signInChain'],
  }),
  personal(
    'sign-in that has run out',
    (place) => signIn(place, { tail: '\nExpiration Time: 2020-01-01T00:00:00.000Z' }),
    {
      warned: ['signInTime'],
    },
  ),
  personal('a long message', () => `0x${'41'.repeat(40_000)}`, refused),
  personal('no message', () => ({ text: 'Hello' }), refused),
  personal('half a character', () => 'a\uD800', refused),
  {
    name: 'parameters in the wrong order',
    method: 'personal_sign',
    params: ({ account }) => [account, stringToHex('Hello')],
    refused: INVALID_PARAMS,
  },
  {
    name: 'message for another account',
    method: 'personal_sign',
    params: ({ thief }) => [stringToHex('Hello'), thief],
    refused: UNAUTHORIZED,
  },
  ...[
    'eth_signTransaction',
    'anvil_setBalance',
    'hardhat_impersonateAccount',
    'eth_sendUnsignedTransaction',
    'toString',
  ].map(
    (method): Trap => ({ name: method, method, params: ({ account }) => [account], refused: UNSUPPORTED }),
  ),
];
