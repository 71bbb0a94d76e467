import { type Address, encodeAbiParameters, parseAbiParameters, parseUnits } from 'viem';
import { type AnvilClient, demoAccount } from './anvil-client';
import { ownCode } from './artifacts';
import { deployOnce } from './create2';

/** Test tokens on a local chain. */
export interface DemoTokens {
  tUsdt: Address;
  tDai: Address;
  /** What is staked and sold. */
  tTide: Address;
  /** Burns a hundredth of each transfer. */
  feeToken: Address;
  /** Looks like tUSDT and has markup and a web address for a name. No coin of the site. */
  spamToken: Address;
  /** ERC-721. */
  collectible: Address;
  /** ERC-1155. */
  passes: Address;
  /** ERC-721 whose metadata attacks whoever shows it. */
  hostileCollectible: Address;
}

/** The symbol's last letter is Cyrillic. */
const SPAM = { name: 'Claim at https://claim.invalid <img src=x onerror=alert(1)>', symbol: 'tUSD\u0422' };

const tokenArguments = (name: string, symbol: string, decimals: number, owner: Address) =>
  encodeAbiParameters(parseAbiParameters('string, string, uint8, address, uint256'), [
    name,
    symbol,
    decimals,
    owner,
    parseUnits('1000000000', decimals),
  ]);

/** Deploys the test tokens: supplies belong to the deployer, collectibles to the demo accounts. */
export async function deployDemoTokens(client: AnvilClient): Promise<DemoTokens> {
  const owner = client.account.address;
  const deploy = async (
    code: Parameters<typeof ownCode>[0],
    name: string,
    symbol: string,
    decimals: number,
  ) => deployOnce(client, await ownCode(code), tokenArguments(name, symbol, decimals, owner));
  const holders = [1, 2, 3, 4, 5].map((index) => demoAccount(index).address);
  const toHolders = encodeAbiParameters(parseAbiParameters('address[]'), [holders]);
  const toFirst = encodeAbiParameters(parseAbiParameters('address'), [demoAccount(1).address]);
  return {
    tUsdt: await deploy('DemoToken', 'Test USDT', 'tUSDT', 6),
    tDai: await deploy('DemoPermitToken', 'Test DAI', 'tDAI', 18),
    tTide: await deploy('DemoPermitToken', 'Test Tidewell', 'tTIDE', 18),
    feeToken: await deploy('DemoFeeToken', 'Test Toll', 'tTOLL', 18),
    spamToken: await deploy('DemoToken', SPAM.name, SPAM.symbol, 6),
    collectible: await deployOnce(client, await ownCode('DemoCollectible'), toHolders),
    passes: await deployOnce(client, await ownCode('DemoPasses'), toHolders),
    hostileCollectible: await deployOnce(client, await ownCode('DemoHostileCollectible'), toFirst),
  };
}
