import type { z } from 'zod';
import type { activityPage } from './schemas/activity';
import type { article, articlePage, unreadCount } from './schemas/article';
import type {
  cardCreateInput,
  cardHolderInput,
  cardList,
  cardPinInput,
  cardRevealInput,
  cardRevealKey,
  cardUpdateInput,
  disputeInput,
  disputeReasons,
  purchases,
  statement,
  withdrawal,
  withdrawalInput,
} from './schemas/card';
import type { coin, coinPage } from './schemas/coin';
import type { chainMapping, contract, currency, langEntry, website } from './schemas/config';
import type { coinPrice, dailyPrices, historyPeriods, priceHistory } from './schemas/price';
import type { pricing, withdrawTerms } from './schemas/pricing';
import type { pushResult } from './schemas/push';
import type { reportedLists } from './schemas/reported';
import type {
  transferId,
  transferInput,
  transferJob,
  transferQuote,
  transferQuoteInput,
} from './schemas/transfer';
import type {
  avatarResult,
  endedSessions,
  loginResult,
  nonceResult,
  user,
  userSession,
} from './schemas/user';

export type LangEntry = z.output<typeof langEntry>;
export type Currency = z.output<typeof currency>;
export type ChainMapping = z.output<typeof chainMapping>;
export type Contract = z.output<typeof contract>;
export type ReportedLists = z.output<typeof reportedLists>;
export type Website = z.output<typeof website>;
export type Coin = z.output<typeof coin>;
export type CoinPage = z.output<typeof coinPage>;
export type CoinPrice = z.output<typeof coinPrice>;
export type PriceHistory = z.output<typeof priceHistory>;
export type DailyPrices = z.output<typeof dailyPrices>;
export type HistoryPeriod = (typeof historyPeriods)[number];
export type Pricing = z.output<typeof pricing>;
export type WithdrawTerms = z.output<typeof withdrawTerms>;
export type User = z.output<typeof user>;
export type AvatarResult = z.output<typeof avatarResult>;
export type NonceResult = z.output<typeof nonceResult>;
export type UserSession = z.output<typeof userSession>;
export type EndedSessions = z.output<typeof endedSessions>;
export type PushResult = z.output<typeof pushResult>;
export type LoginResult = z.output<typeof loginResult>;

export type ActivityPage = z.output<typeof activityPage>;
export type ArticlePage = z.output<typeof articlePage>;
export type ArticleEntry = ArticlePage['list'][number];
export type Article = z.output<typeof article>;
export type UnreadCount = z.output<typeof unreadCount>;

/** Bodies of the calls for transfers without a fee, as they are sent. */
export type TransferQuoteRequest = z.input<typeof transferQuoteInput>;
export type TransferRequest = z.input<typeof transferInput>;
export type TransferCancelRequest = z.input<typeof transferId>;
export type TransferQuote = z.output<typeof transferQuote>;
export type TransferJob = z.output<typeof transferJob>;

export type CardList = z.output<typeof cardList>;
export type CardProgram = CardList['program'];
export type CardAccount = CardList['accounts'][number];
export type Card = CardList['cards'][number];
export type CardPurchases = z.output<typeof purchases>;
export type CardPurchase = CardPurchases['list'][number];
export type CardStatement = z.output<typeof statement>;
export type CardWithdrawal = z.output<typeof withdrawal>;
export type CardRevealKey = z.output<typeof cardRevealKey>;
/** Bodies of the card's calls, as they are sent. */
export type CardHolderRequest = z.input<typeof cardHolderInput>;
export type CardCreateRequest = z.input<typeof cardCreateInput>;
export type CardUpdateRequest = z.input<typeof cardUpdateInput>;
export type CardReplacementReason = NonNullable<CardCreateRequest['replaces']>['reason'];
export type CardRevealRequest = z.input<typeof cardRevealInput>;
export type CardPinRequest = z.input<typeof cardPinInput>;
export type CardDisputeRequest = z.input<typeof disputeInput>;
export type CardDisputeReason = (typeof disputeReasons)[number];
export type CardWithdrawalRequest = z.input<typeof withdrawalInput>;
