import {
  type Address,
  encodeAbiParameters,
  encodeDeployData,
  parseAbiParameters,
  parseEther,
  parseUnits,
  zeroAddress,
} from 'viem';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { type AnvilClient, demoAccount } from './anvil-client';
import { ownCode } from './artifacts';
import { deployOnce } from './create2';

/** Test tokens on a local chain. */
interface DemoTokens {
  tUsdt: Address;
  tDai: Address;
  /** The staking and presale token. */
  tTide: Address;
  /** Burns 1% of each transfer. */
  feeToken: Address;
  /** Looks like tUSDT, with markup and a URL as its name. Not listed. */
  spamToken: Address;
  /** ERC-721. */
  collectible: Address;
  /** ERC-1155. */
  passes: Address;
  /** ERC-721 with hostile metadata. */
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

/** The platform's contracts on a local chain. */
interface PlatformContracts {
  vault: Address;
  staking: Address;
  presale: Address;
  pledge: Address;
}

/** Uniswap V2 and Multicall3 on a local chain. */
export interface DexContracts {
  router: Address;
  factory: Address;
  weth: Address;
  multicall: Address;
}

/**
 * Addresses on a local chain. They depend only on the code and its arguments, so equal code has equal addresses on every
 * chain.
 */
export type LocalContracts = PlatformContracts & DemoTokens & DexContracts;

const DAY_S = 86_400n;
/**
 * The chain whose presale is paid in native currency; on the others it is tUSDT. At 2,500 dollars, the prices are
 * equal.
 */
const NATIVE_SALE_CHAIN = 31338;

async function presaleCode(chainId: number, { tTide, tUsdt }: DemoTokens, owner: Address) {
  const inNative = chainId === NATIVE_SALE_CHAIN;
  const money = (dollars: string, native: string) => (inNative ? parseEther(native) : parseUnits(dollars, 6));
  const terms = {
    saleToken: tTide,
    paymentToken: inNative ? zeroAddress : tUsdt,
    price: money('0.05', '0.00002'),
    softCap: money('5000', '2'),
    hardCap: money('250000', '100'),
    walletCap: money('25000', '10'),
    cliff: 7n * DAY_S,
    vesting: 90n * DAY_S,
  };
  return encodeDeployData({ abi: presaleAbi, bytecode: await ownCode('Presale'), args: [terms, owner] });
}

/** Deploys vault, staking pool, presale and pledges, all owned by the deployer and not yet funded. */
export async function deployPlatform(client: AnvilClient, tokens: DemoTokens): Promise<PlatformContracts> {
  const owner = client.account.address;
  const ownerArgument = encodeAbiParameters(parseAbiParameters('address'), [owner]);
  const { tTide } = tokens;
  const pool = encodeAbiParameters(parseAbiParameters('address, address, address'), [tTide, tTide, owner]);
  return {
    vault: await deployOnce(client, await ownCode('Vault'), ownerArgument),
    staking: await deployOnce(client, await ownCode('StakingPool'), pool),
    presale: await deployOnce(client, await presaleCode(client.chain.id, tokens, owner)),
    pledge: await deployOnce(client, await ownCode('Pledge'), ownerArgument),
  };
}
