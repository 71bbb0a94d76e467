import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { type Address, erc20Abi } from 'viem';
import { useBalance, useReadContract } from 'wagmi';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { CopyButton } from '@/components/wallet/display/text-button';
import { AmountField } from '@/components/wallet/fields/amount-field';
import type { ChainMapping } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { useIsUnreachable } from '@/lib/evm/node-transport';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import { recipientStop } from '@/lib/wallet/contacts/recipient';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import { choosePayToken, type PayLists, type PayParams } from '@/lib/wallet/pay/pay-params';
import { paymentOptions, writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { usePayOptions } from '@/lib/wallet/pay/use-pay-options';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { RequestCode } from './request-code';

/** Polling interval for a payment. It is short, because the recipient may be waiting next to the payer. */
const ARRIVAL_POLL_MS = 2_000;

/** React hook that polls a token balance (in base units) and shows a toast when a payment arrives. */
function useIncomingPayment({
  account,
  chain,
  token,
}: {
  account: Address;
  chain: ChainMapping | undefined;
  token: ListedToken | undefined;
}): bigint | undefined {
  const t = useTranslations('wallet.pay');
  const locale = useLocale();
  const isNative = token?.address === NATIVE_TOKEN;
  const at = chain ? { chainId: chain.id } : {};
  const coin = useBalance({
    ...at,
    address: account,
    query: { enabled: isNative && chain !== undefined, refetchInterval: ARRIVAL_POLL_MS },
  });
  const held = useReadContract({
    ...at,
    ...(token ? { address: token.address } : {}),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
    query: { enabled: token !== undefined && !isNative, refetchInterval: ARRIVAL_POLL_MS },
  });
  const balance = isNative ? coin.data?.value : held.data;

  const seen = useRef<{ of: string; balance: bigint } | null>(null);
  const of = `${chain?.id} ${token?.address}`;
  const notifyArrival = useEffectEvent((arrived: bigint) => {
    if (!token) return;
    const amount = formatAmount(arrived, token.decimals, locale);
    notify('success', t('arrived', { amount, symbol: token.symbol }));
  });
  useEffect(() => {
    if (balance === undefined) return;
    const before = seen.current;
    if (before?.of === of && balance > before.balance) notifyArrival(balance - before.balance);
    seen.current = { of, balance };
  }, [balance, of]);
  return balance;
}

/** Creates a payment request for the account as a QR code, with a network, a token, and an optional amount. */
export function ReceiveTab({ place, ...lists }: PayLists & { place: PayParams }) {
  const { account, chains, coins } = lists;
  const t = useTranslations('wallet.pay');
  const transfer = useTranslations('wallet.transfer');
  const node = useTranslations('wallet.node');
  const locale = useLocale();
  const id = useId();
  // The amount stays when another token is chosen. Nothing is paid here, and the code shows both.
  const [text, setText] = useState('');
  const [touched, setTouched] = useState(false);

  const options = useMemo(() => {
    const found = paymentOptions({ chainId: null, token: null }, chains, coins);
    return 'options' in found ? found.options : [];
  }, [chains, coins]);
  const option = options.find(({ chain }) => chain.id === place.chainId) ?? options[0];
  const token = option?.tokens.find(({ coinId }) => coinId === place.coinId) ?? option?.tokens[0];
  const tokenOptions = usePayOptions(options, lists);
  const facts = useRecipientFacts(account);
  const balance = useIncomingPayment({ account, chain: option?.chain, token });
  const isUnreachable = useIsUnreachable(option?.chain.id ?? null);
  if (!option || !token) return <p>{t('nothingListed')}</p>;
  const { chain } = option;
  const { symbol, decimals } = token;
  const parsed = parseAmount(text, decimals);
  const problem =
    'problem' in parsed && parsed.problem !== 'empty'
      ? transfer(`problem.${parsed.problem}`, { decimals })
      : undefined;
  const amount = 'value' in parsed ? parsed.value : null;
  const asked = amount === null ? '' : formatAmount(amount, decimals, locale, decimals);
  // If the account is a contract that cannot return funds, show no code, because a payment would be lost.
  if (recipientStop(account, facts, token.address) !== null)
    return (
      <p role="alert" className="border-s-2 border-error ps-3">
        {t('accountIsContract')}
      </p>
    );
  const request = writePaymentRequest({
    recipient: account,
    chainId: chain.id,
    token: token.address,
    amount,
  });

  return (
    <div className="grid gap-10 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12">
      <RequestCode
        request={request}
        caption={asked ? `${asked} ${symbol}` : t('anyAmount', { symbol })}
        network={chain.name}
        label={t(asked ? 'codeLabel' : 'codeLabelOpen', {
          amount: asked,
          symbol,
          network: chain.name,
          address: account,
        })}
        problem={problem}
      />
      <section aria-labelledby={id} className="grid content-start gap-5">
        <h2 id={id} className="text-xl">
          {t('ask')}
        </h2>
        <AmountField
          id={`${id}-amount`}
          label={t('amountOptional')}
          amount={text}
          onChange={(next) => setText(next)}
          onBlur={() => setTouched(true)}
          source={null}
          token={token}
          chainId={chain.id}
          picker={{ label: transfer('token'), options: tokenOptions, onChoose: choosePayToken }}
          hint={t('amountHint')}
          problem={problem}
          isTouched={touched}
          disabled={false}
        />
        <p className="border-s-2 border-warning ps-3 text-sm">
          {t('onlyHere', { symbol, network: chain.name })}
        </p>
        <div className="grid gap-1">
          <h3 className="text-sm text-muted">{t('yourAddress')}</h3>
          <p>
            <GroupedAddress address={account} />
          </p>
          <CopyButton text={account} label={t('copyAddress')} />
        </div>
        <p className="border-t border-line pt-4 text-sm">
          <span className="text-muted">{t('yourBalance')}</span>{' '}
          {balance === undefined && isUnreachable ? (
            node('unavailable')
          ) : (
            <OwnAmounts>
              <AmountToggle value={balance} decimals={decimals} /> {symbol}
            </OwnAmounts>
          )}
          {/* While the network is unreachable, the banner says so, and nothing is updated. */}
          {isUnreachable ? null : <span className="block text-xs text-muted">{t('arrivalNote')}</span>}
        </p>
      </section>
    </div>
  );
}
