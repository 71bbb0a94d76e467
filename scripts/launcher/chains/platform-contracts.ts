import {
  type Address,
  encodeAbiParameters,
  encodeDeployData,
  parseAbiParameters,
  parseEther,
  parseUnits,
  zeroAddress,
} from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { type AnvilClient, demoAccount } from './anvil-client';
import { ownCode } from './artifacts';
import { deployOnce } from './create2';

interface DemoTokens {
  tUsdt: Address;
  tDai: Address;
  /** Token that users stake, earn as rewards, and buy in the presale. */
  tTide: Address;
  /** Token that burns 1% of each transfer. */
  feeToken: Address;
  /** Spam token that looks like tUSDT and has markup and a URL in its name. It isn't a listed coin. */
  spamToken: Address;
  /** ERC-721. */
  collectible: Address;
  /** ERC-1155. */
  passes: Address;
  /** ERC-721 collection with hostile metadata. */
  hostileCollectible: Address;
}

/** The last letter of the symbol is Cyrillic, so that it looks like tUSDT. */
const SPAM = { name: 'Claim at https://claim.invalid <img src=x onerror=alert(1)>', symbol: 'tUSD\u0422' };

const tokenArguments = (name: string, symbol: string, decimals: number, owner: Address) =>
  encodeAbiParameters(parseAbiParameters('string, string, uint8, address, uint256'), [
    name,
    symbol,
    decimals,
    owner,
    parseUnits('1000000000', decimals),
  ]);

/** Deploys the test tokens. The deployer owns the ERC-20 supplies, and the demo accounts own the NFTs. */
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
    tUsdt: await deploy('DemoAuthorizationToken', 'Test USDT', 'tUSDT', 6),
    tDai: await deploy('DemoPermitToken', 'Test DAI', 'tDAI', 18),
    tTide: await deploy('DemoPermitToken', 'Test Tidewell', 'tTIDE', 18),
    feeToken: await deploy('DemoFeeToken', 'Test Toll', 'tTOLL', 18),
    spamToken: await deploy('DemoToken', SPAM.name, SPAM.symbol, 6),
    collectible: await deployOnce(client, await ownCode('DemoCollectible'), toHolders),
    passes: await deployOnce(client, await ownCode('DemoPasses'), toHolders),
    hostileCollectible: await deployOnce(client, await ownCode('DemoHostileCollectible'), toFirst),
  };
}

interface PlatformContracts {
  vault: Address;
  staking: Address;
  presale: Address;
  pledge: Address;
  card: Address;
}

/** Addresses of Uniswap V2 and Multicall3 on a local chain. */
export interface DexContracts {
  router: Address;
  factory: Address;
  weth: Address;
  multicall: Address;
}

/** Contract addresses on a local chain. The same code and arguments have the same address on every chain. */
export type LocalContracts = PlatformContracts & DemoTokens & DexContracts;

const DAY_S = 86_400n;
/** ID of the chain whose presale is paid in ETH instead of tUSDT. At 2,500 dollars per ETH, prices are equal. */
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

/** Short, so that a visitor of the demo sees a withdrawal without the operator. */
const WITHDRAWAL_DELAY_S = 60;

/**
 * Deploys the vault, staking pool, presale, pledge, and card contracts, all owned by the deployer and not yet funded.
 * `operator` posts card purchases.
 */
export async function deployPlatform(
  client: AnvilClient,
  tokens: DemoTokens,
  operator: Address,
): Promise<PlatformContracts> {
  const owner = client.account.address;
  const ownerArgument = encodeAbiParameters(parseAbiParameters('address'), [owner]);
  const { tTide } = tokens;
  const cardCode = encodeDeployData({
    abi: cardAccountAbi,
    bytecode: await ownCode('CardAccount'),
    args: [owner, operator, WITHDRAWAL_DELAY_S],
  });
  const pool = encodeAbiParameters(parseAbiParameters('address, address, address'), [tTide, tTide, owner]);
  return {
    vault: await deployOnce(client, await ownCode('Vault'), ownerArgument),
    staking: await deployOnce(client, await ownCode('StakingPool'), pool),
    presale: await deployOnce(client, await presaleCode(client.chain.id, tokens, owner)),
    pledge: await deployOnce(client, await ownCode('Pledge'), ownerArgument),
    card: await deployOnce(client, cardCode),
  };
}
