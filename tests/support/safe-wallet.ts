import type { Hash, Hex, RpcTransactionRequest } from 'viem';
import { hexToString, isHex } from 'viem';
import { RpcFailure } from './chain-plans';
import { InjectedWallet } from './injected-wallet';
import { SafeAccount } from './safe-account';

/** A Safe's wallet: it signs in by EIP-1271, and returns the `safeTxHash` of what it proposes to the Safe's two owners. */
export class SafeWallet extends InjectedWallet {
  readonly proposed: Hash[] = [];
  readonly safe = new SafeAccount(() => this.rpcUrl());

  override get address() {
    return this.safe.address;
  }

  protected override async perform(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === 'personal_sign') {
      const data = String(params[0]);
      return this.safe.signMessage(isHex(data) ? hexToString(data) : data);
    }
    if (method !== 'eth_sendTransaction') return super.perform(method, params);
    const { to, data = '0x', value = '0x0' } = params[0] as RpcTransactionRequest & { value?: Hex };
    if (!to) throw new RpcFailure(-32602, 'nothing is called');
    const hash = this.safe.propose({ to, data, value: BigInt(value) });
    this.proposed.push(hash);
    return hash;
  }
}
