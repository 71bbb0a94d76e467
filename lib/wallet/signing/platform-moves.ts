import type { Address } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { contractDescriptors, formatOf } from '@/lib/evm/erc7730/descriptor';
import { contractName, type SigningContext } from './context';
import { argsOf, type DecodedCall } from './decode-call';
import type { Move } from './move';

type CallParties = { account: Address; to: Address };
type MovesOf = (call: DecodedCall, place: CallParties, tokens: readonly Address[]) => readonly Move[];

/** Returns the transfer of a token that the called contract pulls from its caller. */
const pulled = (token: Address | undefined, amount: bigint, { account, to }: CallParties): Move[] =>
  token === undefined || token === NATIVE_TOKEN ? [] : [{ token, from: account, to, amount, isPulled: true }];

/**
 * Returns the transfer of a token that the called contract pays to `recipient`. `amount` is null if the call does not
 * specify it. The recipient has to be checked even if the token is unknown.
 */
const paidOut = (
  token: Address | undefined,
  amount: bigint | null,
  { to }: CallParties,
  recipient: Address,
): Move[] => [{ token: token === NATIVE_TOKEN ? null : token, from: to, to: recipient, amount }];

const vaultDeposit: MovesOf = (call, place) => {
  const [token, amount] = argsOf<[Address, bigint]>(call);
  return pulled(token, amount, place);
};
const firstTokenIn: MovesOf = (call, place, [token]) => {
  const [amount] = argsOf<[bigint]>(call);
  return pulled(token, amount, place);
};
const pledged: MovesOf = (call, place, tokens) => {
  const [term, amount] = argsOf<[bigint, bigint]>(call);
  return pulled(tokens[Number(term)], amount, place);
};
const firstTokenOut: MovesOf = (call, place, [token]) => {
  const [recipient] = argsOf<[Address]>(call);
  return paidOut(token, null, place, recipient);
};
const secondTokenOut: MovesOf = (call, place, [, token]) => {
  const [recipient] = argsOf<[Address]>(call);
  return paidOut(token, null, place, recipient);
};
const eachPaidOut = (tokens: readonly Address[], place: CallParties, recipient: Address) =>
  (tokens.length === 0 ? [undefined] : [...new Set(tokens)]).flatMap((token) =>
    paidOut(token, null, place, recipient),
  );
const pledgeOut: MovesOf = (call, place, tokens) => {
  const [, recipient] = argsOf<[bigint, Address]>(call);
  return eachPaidOut(tokens, place, recipient);
};

/** Transfers made by the platform's contracts, by contract name and function signature. */
const moves: Readonly<Record<string, Readonly<Record<string, MovesOf>>>> = {
  vault_contract: {
    'deposit(address,uint256)': vaultDeposit,
    'depositWithPermit(address,uint256,uint256,uint8,bytes32,bytes32)': vaultDeposit,
    'transfer(address,uint256,address)': (call, place) => {
      const [token, amount, recipient] = argsOf<[Address, bigint, Address]>(call);
      return paidOut(token, amount, place, recipient).map((move) => ({ ...move, isBalance: true }));
    },
    'collectFees(address,address)': (call, place) => {
      const [token, recipient] = argsOf<[Address, Address]>(call);
      return paidOut(token, null, place, recipient);
    },
  },
  staking_contract: {
    'stake(uint256)': firstTokenIn,
    'stakeWithPermit(uint256,uint256,uint8,bytes32,bytes32)': firstTokenIn,
    'fund(uint256,uint256)': (call, place, [, token]) => {
      const [amount] = argsOf<[bigint]>(call);
      return pulled(token, amount, place);
    },
    'unstake(uint256,address)': (call, place, [token]) => {
      const [amount, recipient] = argsOf<[bigint, Address]>(call);
      return paidOut(token, amount, place, recipient);
    },
    'claim(address)': secondTokenOut,
    'exit(address)': (call, place, tokens) => {
      const [recipient] = argsOf<[Address]>(call);
      return eachPaidOut(tokens, place, recipient);
    },
  },
  presale_contract: {
    'contribute(uint256)': firstTokenIn,
    'contributeWithPermit(uint256,uint256,uint8,bytes32,bytes32)': firstTokenIn,
    'claim(address)': secondTokenOut,
    'refund(address)': firstTokenOut,
    'collectProceeds(address)': firstTokenOut,
    'collectUnsold(address)': secondTokenOut,
  },
  card_contract: {
    'topUp(address,uint256)': vaultDeposit,
    'topUpWithPermit(address,uint256,uint256,uint8,bytes32,bytes32)': vaultDeposit,
    'withdraw(address,address)': (call, place) => {
      const [token, recipient] = argsOf<[Address, Address]>(call);
      return paidOut(token, null, place, recipient);
    },
    'withdrawNow(address,uint256,address,uint256,uint256,bytes)': (call, place) => {
      const [token, amount, recipient] = argsOf<[Address, bigint, Address]>(call);
      return paidOut(token, amount, place, recipient);
    },
    'collect(address,uint256,address)': (call, place) => {
      const [token, amount, recipient] = argsOf<[Address, bigint, Address]>(call);
      return paidOut(token, amount, place, recipient);
    },
    // Users pay what they owe.
    'fund(address,uint256)': vaultDeposit,
  },
  pledge_contract: {
    'pledge(uint256,uint256)': pledged,
    'pledgeWithPermit(uint256,uint256,uint256,uint8,bytes32,bytes32)': pledged,
    'redeem(uint256,address)': pledgeOut,
    'exitEarly(uint256,address)': pledgeOut,
    // Anybody can pay into the reserve, which only the owner can withdraw.
    'fundReserve(address,uint256)': (call, { account, to }) => {
      const [token, amount] = argsOf<[Address, bigint]>(call);
      return [{ token, from: account, to, amount }];
    },
    'withdrawReserve(address,uint256,address)': (call, place) => {
      const [token, amount, recipient] = argsOf<[Address, bigint, Address]>(call);
      return paidOut(token, amount, place, recipient);
    },
  },
};

/**
 * Returns the token transfers that a call to a listed platform contract makes, in base units. Returns an empty list for
 * other contracts, because they may use the same signatures for other purposes.
 */
export function platformMoves(
  call: DecodedCall,
  place: CallParties,
  context: SigningContext,
): readonly Move[] {
  const name = contractName(context, place.to);
  if (name === null) return [];
  return moves[name]?.[call.signature]?.(call, place, context.platformTokens.get(place.to) ?? []) ?? [];
}

/**
 * Returns whether the review knows what a function of a listed platform contract does: users call it, or it moves tokens
 * as `moves` says. All others change the contract itself.
 */
export function isPlatformFunction(name: string, { signature }: DecodedCall): boolean {
  const descriptor = contractDescriptors[name];
  if (descriptor && formatOf(descriptor, signature) !== null) return true;
  return Object.hasOwn(moves[name] ?? {}, signature);
}
