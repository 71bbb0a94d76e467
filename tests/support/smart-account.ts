import solc from 'solc';
import {
  type Address,
  concat,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  type Hash,
  type Hex,
  isAddress,
  isAddressEqual,
  isHex,
  type LocalAccount,
  parseAbi,
  parseAbiParameters,
  parseEther,
  publicActions,
  testActions,
  zeroHash,
} from 'viem';
import { z } from 'zod';
import { anvilHttp } from '@/scripts/launcher/chains/anvil-client';
import { RpcFailure } from './chain-plans';

const executeAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls)',
]);

/** anvil's CREATE2 proxy. It takes a salt and creation code, as an EIP-6492 factory does. */
export const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

/**
 * Source code of an EIP-1271 account that has one key and supports batches. EIP-7702 accounts may delegate to this
 * code.
 */
const source = `
// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;
contract OwnedWallet {
    address private immutable owner;
    struct Call { address to; uint256 value; bytes data; }
    constructor(address owner_) { owner = owner_; }
    receive() external payable {}
    function execute(Call[] calldata calls) external {
        require(msg.sender == owner || msg.sender == address(this), "not the owner");
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory said) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!done) assembly { revert(add(said, 32), mload(said)) }
        }
    }
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer == owner && signer != address(0) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}`;

const compiled = z.object({
  contracts: z.object({
    'wallet.sol': z.object({
      OwnedWallet: z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) }),
    }),
  }),
});

/**
 * Returns the contract account of `owner`: its address, whether deployed or not, and the call to FACTORY that deploys
 * it.
 */
export function contractWallet(owner: Address): { address: Address; factoryData: Hex } {
  const input = {
    language: 'Solidity',
    sources: { 'wallet.sol': { content: source } },
    settings: { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const output = compiled.parse(JSON.parse(solc.compile(JSON.stringify(input))));
  const code: Hex = `0x${output.contracts['wallet.sol'].OwnedWallet.evm.bytecode.object}`;
  const bytecode = concat([code, encodeAbiParameters(parseAbiParameters('address'), [owner])]);
  return {
    address: getContractAddress({ opcode: 'CREATE2', from: FACTORY, salt: zeroHash, bytecode }),
    factoryData: encodePacked(['bytes32', 'bytes'], [zeroHash, bytecode]),
  };
}

const hex = z.custom<Hex>((value) => isHex(value));
const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value));
/** Parameters of wallet_sendCalls (EIP-5792, version 2.0.0). Anything else is rejected. */
const batchSchema = z.strictObject({
  version: z.literal('2.0.0'),
  id: z.string().max(8194).optional(),
  from: address,
  chainId: hex,
  atomicRequired: z.literal(true),
  calls: z.array(z.strictObject({ to: address, data: hex.optional(), value: hex.optional() })).min(1),
});

const receiptSchema = z.looseObject({ status: hex }).nullable();

type Call = { to: Address; value: bigint; data: Hex };

/**
 * An account that executes batches on a real chain: an EIP-7702 account that calls itself, or a contract wallet
 * (EIP-1271), whose owner sends the transaction.
 */
export class SmartAccount {
  private readonly sent = new Map<string, Hash>();
  private readonly contract;

  constructor(
    readonly owner: LocalAccount,
    private readonly kind: 'delegating' | 'contract',
    private readonly rpcUrl: () => string,
  ) {
    this.contract = contractWallet(owner.address);
  }

  get address(): Address {
    return this.kind === 'contract' ? this.contract.address : this.owner.address;
  }

  private client() {
    return createWalletClient({ account: this.owner, transport: anvilHttp(this.rpcUrl()) })
      .extend(publicActions)
      .extend(testActions({ mode: 'anvil' }));
  }

  /** Deploys the contract, and funds its owner to pay for gas. */
  async prepare(): Promise<void> {
    const client = this.client();
    await client.setBalance({ address: this.owner.address, value: parseEther('10') });
    if (await client.getCode({ address: this.contract.address })) return;
    const hash = await client.sendTransaction({ chain: null, to: FACTORY, data: this.contract.factoryData });
    await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  }

  /**
   * Sends calls in one transaction without waiting for it. Sets the gas limit explicitly, so that a call that reverts
   * is sent anyway.
   */
  async execute(calls: readonly Call[]): Promise<Hash> {
    const client = this.client();
    const data = encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [calls] });
    const request = { chain: null, to: this.address, data, gas: 1_500_000n } as const;
    const isReady =
      this.kind === 'contract' || (await client.getCode({ address: this.address })) !== undefined;
    if (isReady) return client.sendTransaction(request);
    const { address: contractAddress } = this.contract;
    const authorization = await client.signAuthorization({ contractAddress, executor: 'self' });
    return client.sendTransaction({ ...request, authorizationList: [authorization] });
  }

  /** Handles wallet_sendCalls by sending a real batch. */
  async sendCalls(parameter: unknown): Promise<{ id: string }> {
    // Convert the parameter to JSON and back, as over the network, to remove undefined fields.
    const { success, data: batch, error } = batchSchema.safeParse(JSON.parse(JSON.stringify(parameter)));
    if (!success) throw new RpcFailure(-32602, error.message);
    const { id = crypto.randomUUID(), from, chainId, calls } = batch;
    if (!isAddressEqual(from, this.address)) throw new RpcFailure(4100, 'Unauthorized');
    if (Number(chainId) !== (await this.client().getChainId()))
      throw new RpcFailure(5710, 'Unsupported chain');
    if (this.sent.has(id)) throw new RpcFailure(5720, 'Duplicate id');
    const whole = calls.map(({ to, data = '0x', value = '0x0' }) => ({ to, data, value: BigInt(value) }));
    this.sent.set(id, await this.execute(whole));
    return { id };
  }

  /** Handles wallet_getCallsStatus with the chain's receipt. */
  async callsStatus(id: unknown) {
    const hash = this.sent.get(String(id));
    if (!hash) throw new RpcFailure(5730, 'Unknown bundle id');
    const node = anvilHttp(this.rpcUrl())({});
    const receipt = receiptSchema.parse(
      await node.request({ method: 'eth_getTransactionReceipt', params: [hash] }),
    );
    const chainId = await node.request({ method: 'eth_chainId' });
    const status = receipt ? (receipt.status === '0x1' ? 200 : 500) : 100;
    const receipts = receipt ? [receipt] : [];
    return { version: '2.0.0', id, chainId, atomic: true, status, receipts };
  }
}
