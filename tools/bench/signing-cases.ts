import { type Address, encodeFunctionData, type Hex, pad, parseAbi, parseUnits, toHex } from 'viem';

export const CHAIN = 31337;
/** Calls of a batch. */
const BATCH = 20;
const RECIPIENT: Address = '0x00000000000000000000000000000000000b0b01';

/** A request as a DApp sends it. */
export type DappRequest = { method: string; params: unknown };

export type SigningCase = {
  name: string;
  /** ERC-7730 file without deployments. */
  descriptor: { context: 'contract' | 'eip712'; format: readonly [key: string, format: object] };
  /** Returns the request for the contract at an address. `tokens` are two listed tokens. */
  request: (contract: Address, tokens: readonly [Address, Address]) => DappRequest;
};

const transferAbi = parseAbi(['function transfer(address to, uint256 value)']);
const swapAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
]);

const transferOf = (to: Address, value: bigint) => ({
  to,
  value: '0',
  data: encodeFunctionData({ abi: transferAbi, args: [RECIPIENT, value] }),
});

const transferFormat = [
  'transfer(address to,uint256 value)',
  {
    intent: 'Send',
    interpolatedIntent: 'Send {value} to {to}',
    fields: [
      { path: 'value', label: 'Amount', format: 'tokenAmount', params: { tokenPath: '@.to' } },
      { path: 'to', label: 'To', format: 'addressName' },
    ],
  },
] as const;

const permitTypes = {
  PermitSingle: [
    { name: 'details', type: 'PermitDetails' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
  PermitDetails: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ],
};

const hour = () => String(Math.floor(Date.now() / 1_000) + 3_600);

export const signingCases: readonly SigningCase[] = [
  {
    name: 'transfer',
    descriptor: { context: 'contract', format: transferFormat },
    request: (contract) => ({
      method: 'sendTransactions',
      params: { txs: [transferOf(contract, 5n * 10n ** 18n)] },
    }),
  },
  {
    name: 'router swap',
    descriptor: {
      context: 'contract',
      format: [
        'swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)',
        {
          intent: 'Swap',
          interpolatedIntent: 'Swap {amountIn} for at least {amountOutMin}',
          fields: [
            { path: 'amountIn', label: 'Sell', format: 'tokenAmount', params: { tokenPath: 'path.[0]' } },
            {
              ...{ path: 'amountOutMin', label: 'Buy at least', format: 'tokenAmount' },
              params: { tokenPath: 'path.[-1]' },
            },
            { path: 'to', label: 'Receiver', format: 'addressName' },
            { path: 'deadline', label: 'Until', format: 'date', params: { encoding: 'timestamp' } },
          ],
        },
      ],
    },
    request: (contract, tokens) => ({
      method: 'sendTransactions',
      params: {
        txs: [
          {
            ...{ to: contract, value: '0' },
            data: encodeFunctionData({
              abi: swapAbi,
              args: [parseUnits('5', 6), parseUnits('4', 6), tokens, RECIPIENT, BigInt(hour())],
            }),
          },
        ],
      },
    }),
  },
  {
    name: `batch of ${BATCH}`,
    descriptor: { context: 'contract', format: transferFormat },
    request: (contract) => ({
      method: 'sendTransactions',
      params: { txs: Array.from({ length: BATCH }, (_, index) => transferOf(contract, BigInt(index + 1))) },
    }),
  },
  {
    name: 'Permit2 message',
    descriptor: {
      context: 'eip712',
      format: [
        'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)',
        {
          intent: 'Allow spending',
          fields: [
            {
              ...{ path: 'details.amount', label: 'Amount', format: 'tokenAmount' },
              params: { tokenPath: 'details.token' },
            },
            { path: 'spender', label: 'Spender', format: 'addressName' },
            {
              ...{ path: 'details.expiration', label: 'Until', format: 'date' },
              params: { encoding: 'timestamp' },
            },
          ],
        },
      ],
    },
    request: (contract, [token]) => ({
      method: 'signTypedMessage',
      params: {
        typedData: {
          domain: { name: 'Permit2', chainId: CHAIN, verifyingContract: contract },
          types: permitTypes,
          primaryType: 'PermitSingle',
          message: {
            details: { token, amount: '5000000', expiration: hour(), nonce: '0' },
            spender: RECIPIENT,
            sigDeadline: hour(),
          },
        },
      },
    }),
  },
];

/** Returns a contract's address, which is another one for each case, round, and variant. */
export const contractOf = (caseIndex: number, round: number, isDescribed: boolean): Address =>
  pad(toHex(0x7730_0000 + caseIndex * 0x1_0000 + round * 2 + Number(isDescribed)), { size: 20 });

/** Code that answers 18 to every call, so that each contract also passes as a token. */
export const ANSWERS_18: Hex = '0x60125f5260205ff3';

/** Returns a case's ERC-7730 file for deployments at the given addresses. */
export function descriptorFile(
  { name, descriptor: { context, format } }: SigningCase,
  contracts: readonly Address[],
) {
  const deployments = contracts.map((address) => ({ chainId: CHAIN, address }));
  const [key, display] = format;
  return {
    context: { [context]: { deployments } },
    metadata: { owner: `Bench ${name}` },
    display: { formats: { [key]: display } },
  };
}
