import type { z } from 'zod';
import type { activityPage } from './schemas/activity';
import type { coin } from './schemas/coin';
import type { chainMapping, contract, currency, langEntry, website } from './schemas/config';
import type { coinPrice } from './schemas/price';
import type { pricing, withdrawTerms } from './schemas/pricing';
import type { loginResult, nonceResult, user } from './schemas/user';

export type LangEntry = z.output<typeof langEntry>;
export type Currency = z.output<typeof currency>;
export type ChainMapping = z.output<typeof chainMapping>;
export type Contract = z.output<typeof contract>;
export type Website = z.output<typeof website>;
export type Coin = z.output<typeof coin>;
export type CoinPrice = z.output<typeof coinPrice>;
export type Pricing = z.output<typeof pricing>;
export type WithdrawTerms = z.output<typeof withdrawTerms>;
export type User = z.output<typeof user>;
export type NonceResult = z.output<typeof nonceResult>;
export type LoginResult = z.output<typeof loginResult>;

export type ActivityPage = z.output<typeof activityPage>;
