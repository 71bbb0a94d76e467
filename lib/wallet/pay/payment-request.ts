import type { Address } from 'viem';

/** What somebody asks to be paid. What is null is left for the payer to say. */
export type PaymentRequest = {
  recipient: Address;
  chainId: number | null;
  /** NATIVE_TOKEN for a chain's own coin. */
  token: Address | null;
  /** Base units, above zero. */
  amount: bigint | null;
};

/** A request whose recipient is an ENS name, as it was written: to be resolved where the payer sees it. */
export type NamedRequest = Omit<PaymentRequest, 'recipient'> & { name: string };

/** Why a text is taken for no payment; each has its words under `wallet.pay.refused`. */
export type RequestProblem =
  | 'empty'
  | 'tooLong'
  | 'control'
  | 'percent'
  | 'characters'
  | 'foreign'
  | 'prefix'
  | 'ens'
  | 'tokenName'
  | 'tokenRecipient'
  | 'address'
  | 'checksum'
  | 'zeroAddress'
  | 'chainId'
  | 'function'
  | 'trailing'
  | 'parameter'
  | 'unknownParameter'
  | 'duplicateParameter'
  | 'parameterOrder'
  | 'noRecipient'
  | 'valueWithToken'
  | 'number'
  | 'sign'
  | 'unit'
  | 'exponent'
  | 'fraction'
  | 'overflow'
  | 'zeroAmount';

/** A refusal on the way through a text: caught where reading began. */
export class RequestRefusal extends Error {
  override name = 'RequestRefusal';
  constructor(readonly problem: RequestProblem) {
    super(problem);
  }
}

export const refuse = (problem: RequestProblem): never => {
  throw new RequestRefusal(problem);
};
