/** What a wallet answers instead of a result (EIP-1193, EIP-1474). */
export class RpcFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}
