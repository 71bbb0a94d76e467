import { useLocale, useTranslations } from 'next-intl';
import { useConnection } from 'wagmi';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { useNature } from '@/components/wallet/fields/use-recipient';
import { NATIVE_DECIMALS, NATIVE_TOKEN } from '@/lib/evm/address';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import { usePaymentHistory } from '@/lib/wallet/activity/use-recent-people';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { checkRecipient } from '@/lib/wallet/contacts/recipient';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import type { PayLists, PayParams } from '@/lib/wallet/pay/pay-params';
import type { PaymentOption, PaymentRequest } from '@/lib/wallet/pay/payment-request';
import { encodeCall } from '@/lib/wallet/transactions/transaction-plan';
import { useNetworkFee } from '@/lib/wallet/transactions/use-network-fee';
import { type Funds, fundsProblem, paymentPlan } from './payment-plan';
import type { PaymentRoute } from './route-choice';
import { useFreeRoutes } from './use-free-routes';

/** Number of decimals to show for a network fee, which is precise to one gwei. */
const FEE_DECIMALS = 9;

/** Selects what a request does not set: from the URL, or else the wallet's network, or else the first option. */
function choose(options: readonly PaymentOption[], place: PayParams, walletChainId: number | undefined) {
  const on = (chainId: number | null | undefined) => options.find(({ chain }) => chain.id === chainId);
  const option = on(place.chainId) ?? on(walletChainId) ?? options[0];
  const token = option?.tokens.find(({ coinId }) => coinId === place.coinId) ?? option?.tokens[0];
  if (!option || !token) throw new RangeError('a payment needs at least one option');
  return { chain: option.chain, token };
}

/** React hook that combines a payment request with the user's choices, and checks the funds and the recipient. */
export function usePayment({
  request,
  options,
  place,
  lists,
  typed,
  route,
}: {
  request: PaymentRequest;
  options: readonly PaymentOption[];
  place: PayParams;
  lists: PayLists;
  /** The typed amount, and the token for which it was typed. */
  typed: { text: string; token: string };
  /** The chosen route, which counts while it's available. Null for the preferred one. */
  route: PaymentRoute | null;
}) {
  const { account, chains, coins, contracts } = lists;
  const t = useTranslations('wallet.pay');
  const transfer = useTranslations('wallet.transfer');
  const errors = useTranslations('wallet.errors');
  const locale = useLocale();
  const { chainId: walletChainId } = useConnection();
  const { chain, token } = choose(options, place, walletChainId);
  const { balances, failedChainIds } = useBalances(account, coins, contracts);
  const isNative = token.address === NATIVE_TOKEN;
  const facts = useRecipientFacts(account);
  const { paid, isReading: isReadingHistory } = usePaymentHistory(lists);
  const recipients = [...facts.recipients, ...paid];
  const check = checkRecipient(request.recipient, { ...facts, recipients }, isNative ? null : token.address);
  const nature = useNature(chain.id, check.stop === null ? request.recipient : undefined, check.isSelf);

  const own = useOwnText();
  const text = typed.token === `${chain.id} ${token.address}` ? typed.text : '';
  const parsed = request.amount === null ? parseAmount(text, token.decimals) : { value: request.amount };
  const amount = 'value' in parsed ? parsed.value : null;
  const order = { chainId: chain.id, token, recipient: request.recipient, amount: amount ?? 0n };
  const plan = paymentPlan(order);
  const data = encodeCall(plan.call);
  // The gas of a native transfer does not depend on the amount.
  const { fee } = useNetworkFee(chain.id, account, isNative ? { ...data, value: 0n } : data);
  const heldOf = (address: string) =>
    balances.find((balance) => balance.chainId === chain.id && balance.token === address);
  const held = heldOf(token.address);
  const coinBalance = heldOf(NATIVE_TOKEN)?.inWallet;
  const funds: Funds = { balance: held?.inWallet, coinBalance, fee, isNative };
  const isStopped = check.stop !== null;
  const ways = useFreeRoutes({
    ...{ account, chainId: chain.id, token, recipient: request.recipient, amount, nature, contracts },
    balances: {
      wallet: isStopped || isNative ? undefined : held?.inWallet,
      vault: isStopped ? undefined : held?.inVault,
    },
  });
  const isReading = funds.balance === undefined && !failedChainIds.includes(chain.id);
  const free = { ...ways, isChecking: isReading || ways.isChecking };
  const chosen = route === null ? free.routes[0] : free.routes.find((one) => one.route === route);
  /** The route of a payment without a fee, or null if it's made by a transaction. */
  const freeRoute = (route === 'transaction' ? null : (chosen ?? free.routes[0])) ?? null;

  const problem = amount === null || freeRoute ? null : fundsProblem(amount, funds);
  const problemText = (): string | null => {
    if ('problem' in parsed) return transfer(`problem.${parsed.problem}`, { decimals: token.decimals });
    if (problem === null) return null;
    if (problem === 'unread') return isReading ? transfer('loading') : errors('nodeUnreachable');
    return t(`problem.${problem}`, {
      symbol: token.symbol,
      coin: chain.nativeSymbol,
      balance: own(formatAmount(funds.balance ?? 0n, token.decimals, locale)),
      fee: formatAmount(fee ?? 0n, NATIVE_DECIMALS, locale, FEE_DECIMALS),
    });
  };

  const missingOf = (short: typeof problem): string | null => {
    if (short === null || short === 'unread') return null;
    return short === 'feeUncovered' ? chain.nativeSymbol : token.symbol;
  };

  return {
    chain,
    token,
    check,
    /** Whether it isn't known yet if the chains show an earlier payment to the recipient. */
    isReadingHistory,
    nature,
    funds,
    free,
    freeRoute,
    amount,
    order,
    plan,
    problem: problemText(),
    /** Symbol of the currency that the wallet has too little of, or null. */
    missing: missingOf(problem),
    /** Whether the payment must wait only because data is still loading. */
    isReading,
    /** Name of the wallet's current network if it differs from the payment's network, or else null. */
    walletChain:
      walletChainId === undefined || walletChainId === chain.id
        ? null
        : (chains.find(({ id }) => id === walletChainId)?.name ?? String(walletChainId)),
  };
}
