import type { Address } from 'viem';
import type { MessageRequest } from './message';
import type { AskedTransaction } from './parse-transaction';
import type { TypedDataRequest } from './parse-typed-data';

/** A validated signature request. `raw` is the original request. */
export type SignatureRequest = { account: Address; chainId: number; raw: string } & (
  | { kind: 'message'; message: MessageRequest }
  | { kind: 'typedData'; typedData: TypedDataRequest }
  | { kind: 'transaction'; transaction: AskedTransaction }
);
