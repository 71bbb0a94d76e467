import { useLocale, useTranslations } from 'next-intl';
import { useId, useMemo, useState } from 'react';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { CopyButton } from '@/components/wallet/display/text-button';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { HiddenNetworksNote } from '@/components/wallet/frame/hidden-networks-note';
import { updatePageParams } from '@/lib/browser/page-params';
import { useIsUnreachable } from '@/lib/evm/node-transport';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { recipientStop } from '@/lib/wallet/contacts/recipient';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import { useShownLists } from '@/lib/wallet/networks/hidden-networks';
import { rememberLastToken } from '@/lib/wallet/pay/last-tokens';
import { choosePayToken, type PayLists, type PayParams } from '@/lib/wallet/pay/pay-params';
import { type PaymentOption, paymentOptions, writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { useFirstToken } from '@/lib/wallet/pay/use-first-token';
import { usePayOptions } from '@/lib/wallet/pay/use-pay-options';
import type { TokenOption } from '@/lib/wallet/tokens/token-choice';
import { ReceiveSkeleton } from './pay-skeleton';
import { RequestCode } from './request-code';
import { RequestWatch } from './request-watch';

type ReceiveProps = PayLists & { place: PayParams };

function LoadingReceive() {
  const t = useTranslations('wallet.transfer');
  return (
    <>
      <LoadingStatus text={t('loading')} />
      <Placeholder>
        <ReceiveSkeleton />
      </Placeholder>
    </>
  );
}

/** The form of a payment request for the account. Shown once the token that it starts with is known. */
export function ReceiveTab({ place: given, ...all }: ReceiveProps) {
  const { account } = all;
  const { chains, coins, contracts } = useShownLists(all);
  const lists: PayLists = { account, chains, coins, contracts };
  const options = useMemo(() => {
    const found = paymentOptions({ chainId: null, token: null }, chains, coins);
    return 'options' in found ? found.options : [];
  }, [chains, coins]);
  const place = useFirstToken('request', given, options, lists);
  if (place) return <ReceiveForm {...lists} options={options} place={place} />;
  return <LoadingReceive />;
}

/** Creates a payment request as a QR code, with a network, a token, and an optional amount. */
function ReceiveForm({ place, options, ...lists }: ReceiveProps & { options: readonly PaymentOption[] }) {
  const { account, coins, contracts } = lists;
  const t = useTranslations('wallet.pay');
  const transfer = useTranslations('wallet.transfer');
  const node = useTranslations('wallet.node');
  const locale = useLocale();
  const id = useId();
  // The amount stays when another token is chosen. Nothing is paid here, and the code shows both.
  const [text, setText] = useState(place.ask);
  const [touched, setTouched] = useState(false);

  const option = options.find(({ chain }) => chain.id === place.chainId) ?? options[0];
  const token = option?.tokens.find(({ coinId }) => coinId === place.coinId) ?? option?.tokens[0];
  const tokenOptions = usePayOptions(options, lists);
  const facts = useRecipientFacts(account);
  const { balances } = useBalances(account, coins, contracts);
  const balance = balances.find(
    (held) => held.chainId === option?.chain.id && held.token === token?.address,
  )?.inWallet;
  const isUnreachable = useIsUnreachable(option?.chain.id ?? null);
  if (!option || !token)
    return (
      <>
        <p>{t('nothingListed')}</p>
        <HiddenNetworksNote />
      </>
    );
  const { chain } = option;
  const choose = (next: TokenOption) => {
    rememberLastToken({ account, purpose: 'request', chainId: next.chainId, coinId: next.coin.id });
    choosePayToken(next);
  };
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
    // On phones, what is asked for comes before the code. Beside the code, the rest follows right below it.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:grid-rows-[auto_1fr] lg:gap-x-12">
      <section aria-labelledby={id} className="grid content-start gap-5">
        <h2 id={id} className="text-xl max-md:sr-only">
          {t('ask')}
        </h2>
        <AmountField
          id={`${id}-amount`}
          label={t('amountOptional')}
          amount={text}
          onChange={(next) => {
            setText(next);
            updatePageParams({ ask: next || null });
          }}
          onBlur={() => setTouched(true)}
          source={null}
          token={token}
          chainId={chain.id}
          picker={{ label: transfer('token'), options: tokenOptions, onChoose: choose }}
          // A problem takes the hint's line, so that nothing moves.
          hint={problem ?? t(amount === null ? 'amountHint' : 'amountFixed')}
          problem={problem}
          isTouched={touched}
          disabled={false}
        />
        <HiddenNetworksNote />
      </section>
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
        isWrong={problem !== undefined}
      />
      <div className="grid content-start gap-5">
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
        </p>
        <RequestWatch
          key={chain.id}
          lists={lists}
          chainId={chain.id}
          network={chain.name}
          token={token}
          amount={problem ? undefined : amount}
        />
      </div>
    </div>
  );
}
