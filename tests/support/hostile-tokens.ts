import {
  type Address,
  encodeAbiParameters,
  erc20Abi,
  type Hex,
  parseAbi,
  parseAbiParameters,
  parseEther,
} from 'viem';
import type en from '@/messages/en.json';
import type { OwnChain } from './own-chain';
import { deployToken, sendTo, tokenCode } from './wallet-tokens';

/** A deployed token that the operator lists, and its symbol ODD or SIZED. */
export type Listed = { address: Address; coinId: number; symbol: string };

/** A way in which a token turns against its holders, and the error that the sheet then shows. */
export type Turn = [
  name: string,
  deploy: () => Promise<Listed>,
  turn: (token: Listed) => Promise<void>,
  error: keyof typeof en.wallet.errors,
];

/** Supply of each hostile token in base units. All of it belongs to the account. */
export const SUPPLY = parseEther('1000');

type AwkwardName =
  | 'FeeOnTransferToken'
  | 'SinkToken'
  | 'SenderChargeToken'
  | 'SilentToken'
  | 'FalseToken'
  | 'StoppableToken'
  | 'HookToken';

/** Returns functions that deploy hostile tokens on a test's own chain and list them, and that make them hostile. */
export function hostileTokens(chain: OwnChain, account: Address) {
  const { client, lists } = chain;
  let nextId = 100;
  let supply = SUPPLY;

  /** Lists a token, as an operator could have done before it turned hostile. */
  const list = (address: Address, symbol = 'ODD', decimals = 18): Listed => {
    nextId += 1;
    const tokens = [{ chainId: chain.id, address, decimals }];
    lists.coins = [...lists.coins, { id: nextId, symbol, name: symbol, icon: '', sort: nextId, tokens }];
    return { address, coinId: nextId, symbol };
  };
  const owned = (name: 'BlocklistToken' | 'OpenPausableToken' | 'OldPausableToken') => async () => {
    // Each test has its own token, because deploying the same code gives the same address.
    supply += 1n;
    const args = encodeAbiParameters(parseAbiParameters('address, uint256'), [account, supply]);
    const address = await deployToken(client, name, args);
    await sendTo(client, address, 'transfer', [client.account.address, supply - SUPPLY], account);
    return list(address);
  };
  return {
    /** Deploys a token whose supply belongs to its deployer, which is the account. */
    awkward: async (name: AwkwardName): Promise<Listed> => {
      const abi = parseAbi(['constructor(uint256 supply)']);
      const hash = await client.deployContract({ abi, args: [SUPPLY], bytecode: tokenCode(name), account });
      const { contractAddress } = await client.waitForTransactionReceipt({ hash });
      if (!contractAddress) throw new Error(`${name} was not deployed`);
      if (name === 'SenderChargeToken') await sendTo(client, contractAddress, 'setCharging', [true]);
      return list(contractAddress);
    },
    sized: async (decimals: number, amount: bigint): Promise<Listed> => {
      const types = parseAbiParameters('uint8, address, uint256');
      const args = encodeAbiParameters(types, [decimals, account, amount]);
      return list(await deployToken(client, 'SizedToken', args), 'SIZED', decimals);
    },
    claiming: async (): Promise<Listed> => {
      const types = parseAbiParameters('string, string, uint256, uint256, uint256');
      const args = encodeAbiParameters(types, ['Claim', 'ODD', 1n, 18n, SUPPLY]);
      return list(await deployToken(client, 'ClaimingToken', args));
    },
    blocklist: owned('BlocklistToken'),
    openPausable: owned('OpenPausableToken'),
    oldPausable: owned('OldPausableToken'),
    pause: ({ address }: Listed) => sendTo(client, address, 'setPaused', [true]),
    stop: ({ address }: Listed) => sendTo(client, address, 'setStopped', [true]),
    block: ({ address }: Listed, blocked: Address) => sendTo(client, address, 'setBlocked', [blocked, true]),
    /** Makes each transfer of a `HookToken` revert. */
    refuse: async ({ address }: Listed) =>
      sendTo(client, address, 'setHook', [await deployToken(client, 'RefusingHook')]),
    /**
     * Makes each transfer of a `HookToken` attempt a call. Returns the address of the hook, which makes the call.
     */
    hook: async ({ address }: Listed, target: Address, data: Hex): Promise<Address> => {
      const args = encodeAbiParameters(parseAbiParameters('address, bytes'), [target, data]);
      const hook = await deployToken(client, 'CallingHook', args);
      await sendTo(client, address, 'setHook', [hook]);
      return hook;
    },
    /** Returns how often a hook attempted its call, and how often the call succeeded. */
    counted: (address: Address) =>
      Promise.all(
        (['attempts', 'successes'] as const).map((functionName) =>
          client.readContract({
            address,
            abi: parseAbi([
              'function attempts() view returns (uint256)',
              'function successes() view returns (uint256)',
            ]),
            functionName,
          }),
        ),
      ),
    /** Returns an owner's balance in base units. */
    held: ({ address }: Listed, owner: Address) =>
      client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
  };
}
