import { readFileSync } from 'node:fs';
import {
  type Address,
  concat,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hash,
  type Hex,
  hashMessage,
  hashTypedData,
  isHex,
  parseAbi,
  parseEther,
  publicActions,
  size,
  testActions,
  zeroAddress,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { anvilHttp } from '@/scripts/launcher/chains/anvil-client';

const ARTIFACTS = 'node_modules/@safe-global/safe-smart-account/build/artifacts/contracts';
const artifact = z.object({ bytecode: z.custom<Hex>((value) => isHex(value)) });

/** Reads the creation code of one of Safe's own contracts, as its npm package has it. */
const codeOf = (path: string): Hex =>
  artifact.parse(JSON.parse(readFileSync(`${ARTIFACTS}/${path}`, 'utf8'))).bytecode;

const safeAbi = parseAbi([
  'constructor(address singleton)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function multiSend(bytes transactions) payable',
]);
const transactionTypes = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
} as const;
const messageTypes = { SafeMessage: [{ name: 'message', type: 'bytes' }] } as const;

type Call = { to: Address; value?: bigint; data?: Hex };
type SafeTx = { to: Address; value: bigint; data: Hex; operation: 0 | 1; safeTxGas: bigint; nonce: bigint };
const noRefund = { baseGas: 0n, gasPrice: 0n, gasToken: zeroAddress, refundReceiver: zeroAddress } as const;

/** A real Safe (1.5.0) with two owners, who both must sign. Proposals run only when `execute` is called, in their order. */
export class SafeAccount {
  /** In ascending order, as the contract requires of signatures. */
  private readonly owners = [generatePrivateKey(), generatePrivateKey()]
    .map((key) => privateKeyToAccount(key))
    .sort((one, other) => (one.address.toLowerCase() < other.address.toLowerCase() ? -1 : 1));
  private readonly proposals = new Map<Hash, SafeTx>();
  address: Address = zeroAddress;
  private multiSend: Address = zeroAddress;
  private chainId = 0;
  private nextNonce = 0n;

  constructor(private readonly rpcUrl: () => string) {}

  private client() {
    const [account] = this.owners;
    if (!account) throw new Error('the Safe has no owner');
    return createWalletClient({ account, transport: anvilHttp(this.rpcUrl()) })
      .extend(publicActions)
      .extend(testActions({ mode: 'anvil' }));
  }

  private async send(request: { to?: Address; data: Hex }) {
    const client = this.client();
    const hash = await client.sendTransaction({ chain: null, gas: 8_000_000n, ...request } as never);
    return client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
  }

  private async deploy(data: Hex): Promise<Address> {
    const { contractAddress } = await this.send({ data });
    if (!contractAddress) throw new Error('nothing was deployed');
    return getAddress(contractAddress);
  }

  /** Deploys the Safe and the contracts that it uses, with ether for its first owner to pay for gas. */
  async prepare(): Promise<void> {
    const client = this.client();
    this.chainId = await client.getChainId();
    await client.setBalance({ address: client.account.address, value: parseEther('10') });
    const singleton = await this.deploy(codeOf('Safe.sol/Safe.json'));
    const handler = await this.deploy(
      codeOf('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json'),
    );
    this.multiSend = await this.deploy(codeOf('libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json'));
    const bytecode = codeOf('proxies/SafeProxy.sol/SafeProxy.json');
    this.address = await this.deploy(encodeDeployData({ abi: safeAbi, bytecode, args: [singleton] }));
    const owners = this.owners.map(({ address }) => address);
    const args = [owners, 2n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress] as const;
    await this.send({
      to: this.address,
      data: encodeFunctionData({ abi: safeAbi, functionName: 'setup', args }),
    });
  }

  private get domain() {
    return { chainId: this.chainId, verifyingContract: this.address };
  }

  private typedData = (transaction: SafeTx) => ({
    domain: this.domain,
    types: transactionTypes,
    primaryType: 'SafeTx' as const,
    message: { ...transaction, ...noRefund },
  });

  private add(call: Omit<SafeTx, 'nonce'>): Hash {
    const transaction = { ...call, nonce: this.nextNonce++ };
    const hash = hashTypedData(this.typedData(transaction));
    this.proposals.set(hash, transaction);
    return hash;
  }

  /**
   * Proposes a call, and returns its `safeTxHash`. With `safeTxGas`, a call that reverts uses up the Safe's nonce; without, its
   * transaction reverts as a whole.
   */
  propose = ({ to, value = 0n, data = '0x' }: Call, safeTxGas = 0n): Hash =>
    this.add({ to, value, data, operation: 0, safeTxGas });

  /** Proposes the rejection of a proposal, as Safe's wallet does: an empty transaction with its nonce. */
  reject(hash: Hash): Hash {
    const rejected = this.proposals.get(hash);
    if (!rejected) throw new Error(`${hash} was not proposed`);
    const transaction = { to: this.address, value: 0n, data: '0x', operation: 0, safeTxGas: 0n } as const;
    const rejection = { ...transaction, nonce: rejected.nonce };
    const own = hashTypedData(this.typedData(rejection));
    this.proposals.set(own, rejection);
    return own;
  }

  /** Proposes several calls as one, as Safe's wallet does for a batch. */
  proposeBatch(calls: readonly Call[]): Hash {
    const packed = concat(
      calls.map(({ to, value = 0n, data = '0x' }) =>
        encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [0, to, value, BigInt(size(data)), data],
        ),
      ),
    );
    const data = encodeFunctionData({ abi: safeAbi, functionName: 'multiSend', args: [packed] });
    return this.add({ to: this.multiSend, value: 0n, data, operation: 1, safeTxGas: 0n });
  }

  /** Lets both owners sign a proposal, and one of them execute it. Resolves to the receipt. */
  async execute(hash: Hash) {
    const transaction = this.proposals.get(hash);
    if (!transaction) throw new Error(`${hash} was not proposed`);
    const signatures = concat(
      await Promise.all(this.owners.map((owner) => owner.signTypedData(this.typedData(transaction)))),
    );
    const { to, value, data, operation, safeTxGas } = transaction;
    const { baseGas, gasPrice, gasToken, refundReceiver } = noRefund;
    const args = [
      ...([to, value, data, operation, safeTxGas, baseGas, gasPrice] as const),
      ...([gasToken, refundReceiver, signatures] as const),
    ] as const;
    return this.send({
      to: this.address,
      data: encodeFunctionData({ abi: safeAbi, functionName: 'execTransaction', args }),
    });
  }

  /** Signs a message for EIP-1271, as Safe's fallback handler verifies it. */
  async signMessage(message: string): Promise<Hex> {
    const signed = {
      domain: this.domain,
      types: messageTypes,
      primaryType: 'SafeMessage' as const,
      message: { message: hashMessage(message) },
    };
    return concat(await Promise.all(this.owners.map((owner) => owner.signTypedData(signed))));
  }
}
