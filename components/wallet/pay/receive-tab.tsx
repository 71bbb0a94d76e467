import { useLocale, useTranslations } from 'next-intl';
import { useId, useMemo, useState } from 'react';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
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
import { choosePayToken, type PayLists, type PayParams } from '@/lib/wallet/pay/pay-params';
import { paymentOptions, writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { usePayOptions } from '@/lib/wallet/pay/use-pay-options';
import { RequestCode } from './request-code';
import { RequestWatch } from './request-watch';

/** Creates a payment request for the account as a QR code, with a network, a token, and an optional amount. */
export function ReceiveTab({ place, ...all }: PayLists & { place: PayParams }) {
  const { account } = all;
  const { chains, coins, contracts } = useShownLists(all);
  const lists: PayLists = { account, chains, coins, contracts };
  const t = useTranslations('wallet.pay');
  const transfer = useTranslations('wallet.transfer');
  const node = useTranslations('wallet.node');
  const locale = useLocale();
  const id = useId();
  // The amount stays when another token is chosen. Nothing is paid here, and the code shows both.
  const [text, setText] = useState(place.ask);
  const [touched, setTouched] = useState(false);

  const options = useMemo(() => {
    const found = paymentOptions({ chainId: null, token: null }, chains, coins);
    return 'options' in found ? found.options : [];
  }, [chains, coins]);
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
          picker={{ label: transfer('token'), options: tokenOptions, onChoose: choosePayToken }}
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
