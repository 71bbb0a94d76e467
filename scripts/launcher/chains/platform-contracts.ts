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
import type { AnvilClient } from './anvil-client';
import { ownCode } from './artifacts';
import { deployOnce } from './create2';
import type { DemoTokens } from './demo-tokens';

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

/** Addresses on a local chain. They follow from the code and its arguments: the same code has the same on every chain. */
export type LocalContracts = PlatformContracts & DemoTokens & DexContracts;

const DAY_S = 86_400n;
/** The chain whose presale is paid in the native currency; on the others it is in tUSDT. At 2,500 dollars the prices agree. */
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

/** Deploys vault, staking pool, presale and pledges, all owned by the deployer and still without funds. */
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
