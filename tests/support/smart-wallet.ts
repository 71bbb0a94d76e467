import { type Hex, numberToHex, type RpcTransactionRequest } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { RpcFailure } from './chain-plans';
import { readChains } from './e2e-site';
import { InjectedWallet } from './injected-wallet';
import { SmartAccount } from './smart-account';

type Atomic = 'supported' | 'ready' | 'unsupported';

/** A wallet with EIP-5792, for an EIP-7702 account or a contract wallet (EIP-1271). Its batches run on a real chain. */
export class SmartWallet extends InjectedWallet {
  private readonly smart;

  constructor(
    private readonly kind: 'delegating' | 'contract',
    /** Status of the atomic batch capability, or null if the wallet has no EIP-5792 methods. */
    public atomic: Atomic | null,
    key: Hex = generatePrivateKey(),
  ) {
    super(key);
    this.smart = new SmartAccount(this.account, kind, () => this.rpcUrl());
  }

  override get address() {
    return this.smart.address;
  }

  /** Deploys and funds the account on the wallet's current chain. */
  prepare() {
    return this.smart.prepare();
  }

  protected override async perform(method: string, params: readonly unknown[]): Promise<unknown> {
    if (/^wallet_(get|send)Ca/.test(method) && this.atomic === null)
      throw new RpcFailure(-32601, 'the method does not exist');
    switch (method) {
      case 'wallet_getCapabilities': {
        const told = { atomic: { status: this.atomic } };
        return Object.fromEntries(readChains().chains.map(({ id }) => [numberToHex(id), told]));
      }
      case 'wallet_sendCalls':
        return this.smart.sendCalls(params[0]);
      case 'wallet_getCallsStatus':
        return this.smart.callsStatus(params[0]);
      case 'eth_sendTransaction': {
        if (this.kind !== 'contract') return super.perform(method, params);
        const { to, data = '0x', value = '0x0' } = params[0] as RpcTransactionRequest;
        if (!to) throw new RpcFailure(-32602, 'nothing is called');
        return this.smart.execute([{ to, data, value: BigInt(value) }]);
      }
      default:
        return super.perform(method, params);
    }
  }
}
