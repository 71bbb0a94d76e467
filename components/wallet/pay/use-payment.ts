import { useLocale, useTranslations } from 'next-intl';
import { type Address, isAddressEqual } from 'viem';
import { useConnection } from 'wagmi';
import { useNature } from '@/components/wallet/withdraw/use-recipient';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { useContacts, useKnownRecipients } from '@/lib/wallet/contacts/contacts';
import { lookAlikeOf, useUnpayableContracts } from '@/lib/wallet/contacts/recipient';
import type { PaymentOption, PaymentRequest } from '@/lib/wallet/pay/payment-request';
import { encodeCall } from '@/lib/wallet/transactions/transaction-plan';
import { useNetworkFee } from '@/lib/wallet/transactions/use-network-fee';
import type { PayLists, PayParams } from './pay-params';
import { type Funds, fundsProblem, paymentPlan } from './payment-plan';

/** React hook that returns what is known about a recipient, and the reason if it can't be paid. */
function useRecipientCheck({
  recipient,
  account,
  chainId,
  token,
}: {
  recipient: Address;
  account: Address;
  chainId: number;
  /** Token to pay, or NATIVE_TOKEN for the native currency. */
  token: Address;
}) {
  const t = useTranslations('wallet');
  const known = useKnownRecipients((state) => state.entries);
  const contacts = useContacts((state) => state.entries);
  const nature = useNature(chainId, recipient, false);
  const contact = contacts.find(({ address }) => isAddressEqual(address, recipient));
  const knownAddresses = [account, ...known, ...contacts.map(({ address }) => address)];
  const isOurs = useUnpayableContracts(token).some((contract) => isAddressEqual(contract, recipient));
  const refusal = isAddressEqual(recipient, account)
    ? t('pay.toSelf')
    : isOurs
      ? t('withdraw.recipient.ours')
      : null;
  return {
    name: contact?.name,
    nature,
    /** Why the recipient is rejected, or null if it is accepted. */
    refusal,
    lookAlike: lookAlikeOf(recipient, knownAddresses),
    isNew: !knownAddresses.some((address) => isAddressEqual(address, recipient)),
  };
}

const COIN_DECIMALS = 18;
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
  lists: { account, chains, coins, contracts },
  typed,
}: {
  request: PaymentRequest;
  options: readonly PaymentOption[];
  place: PayParams;
  lists: PayLists;
  /** The typed amount, and the token for which it was typed. */
  typed: { text: string; token: string };
}) {
  const t = useTranslations('wallet.pay');
  const transfer = useTranslations('wallet.transfer');
  const errors = useTranslations('wallet.errors');
  const locale = useLocale();
  const { chainId: walletChainId } = useConnection();
  const { chain, token } = choose(options, place, walletChainId);
  const { balances, failedChainIds } = useBalances(account, coins, contracts);
  const recipientCheck = useRecipientCheck({
    recipient: request.recipient,
    account,
    chainId: chain.id,
    token: token.address,
  });

  const text = typed.token === `${chain.id} ${token.address}` ? typed.text : '';
  const parsed = request.amount === null ? parseAmount(text, token.decimals) : { value: request.amount };
  const amount = 'value' in parsed ? parsed.value : null;
  const plan = paymentPlan({ chainId: chain.id, token, recipient: request.recipient, amount: amount ?? 0n });
  const data = encodeCall(plan.call);
  const isNative = token.address === NATIVE_TOKEN;
  // The gas of a native transfer does not depend on the amount.
  const { fee } = useNetworkFee(chain.id, account, isNative ? { ...data, value: 0n } : data);
  const held = (address: string) =>
    balances.find((balance) => balance.chainId === chain.id && balance.token === address)?.inWallet;
  const funds: Funds = { balance: held(token.address), coinBalance: held(NATIVE_TOKEN), fee, isNative };

  const isReading = funds.balance === undefined && !failedChainIds.includes(chain.id);
  const problemText = (): string | null => {
    if ('problem' in parsed) return transfer(`problem.${parsed.problem}`, { decimals: token.decimals });
    const problem = fundsProblem(parsed.value, funds);
    if (problem === null) return null;
    if (problem === 'unread') return isReading ? transfer('loading') : errors('nodeUnreachable');
    return t(`problem.${problem}`, {
      symbol: token.symbol,
      coin: chain.nativeSymbol,
      balance: formatAmount(funds.balance ?? 0n, token.decimals, locale, token.decimals),
      fee: formatAmount(fee ?? 0n, COIN_DECIMALS, locale, FEE_DECIMALS),
    });
  };

  return {
    chain,
    token,
    recipientCheck,
    funds,
    amount,
    plan,
    problem: problemText(),
    /** Whether the payment must wait only because data is still loading. */
    isReading,
    /** Name of the wallet's current network if it differs from the payment's network, or else null. */
    walletChain:
      walletChainId === undefined || walletChainId === chain.id
        ? null
        : (chains.find(({ id }) => id === walletChainId)?.name ?? String(walletChainId)),
  };
}
