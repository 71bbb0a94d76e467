import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { type Address, type Hash, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { CheckBox } from '@/components/ui/check-box';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { SelectField } from '@/components/ui/select-field';
import { AmountFormSkeleton } from '@/components/wallet/display/form-skeleton';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { HiddenNetworksNote } from '@/components/wallet/frame/hidden-networks-note';
import { PaymentForm } from '@/components/wallet/pay/payment-form';
import { usePageParams } from '@/lib/browser/page-params';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import type { MessageView } from '@/lib/messages/protocol/view-types';
import { recipientStop } from '@/lib/wallet/contacts/recipient';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import { useShownLists } from '@/lib/wallet/networks/hidden-networks';
import { rememberLastToken } from '@/lib/wallet/pay/last-tokens';
import { choosePayToken, type PayLists, type PayParams, readPayParams } from '@/lib/wallet/pay/pay-params';
import {
  type PaymentOption,
  type PaymentRequest,
  paymentOptions,
  writePaymentRequest,
} from '@/lib/wallet/pay/payment-request';
import { useFirstToken } from '@/lib/wallet/pay/use-first-token';
import { usePayOptions } from '@/lib/wallet/pay/use-pay-options';
import { requestIn } from './message-payments';
import type { NameOf } from './use-person-name';

/** Maximum length of a request's note in UTF-16 code units. */
const MAX_NOTE_LENGTH = 200;

type Common = { isOpen: boolean; lists: PayLists; onClose: () => void };

const optionsOf = (request: PaymentRequest, { chains, coins }: PayLists): readonly PaymentOption[] => {
  const found = paymentOptions(request, chains, coins);
  return 'options' in found ? found.options : [];
};

type Sending = {
  lists: PayLists;
  /** Possible recipients: all members except this account. */
  people: readonly Address[];
  /** The message with the request to pay, or null. */
  paying: MessageView | null;
  /** The request of that message, or null. */
  request: PaymentRequest | null;
  nameOf: NameOf;
  onClose: () => void;
  /** Called with the ID of a ledger entry or a signed transfer, once the wallet was asked and didn't decline. */
  onSent: (paymentId: Hash) => void;
};

/** Recipient and form of a payment. Mounted when the dialog opens, so nobody takes the place of the first recipient. */
function SendForm({ lists, people, paying, request, nameOf, onClose, onSent }: Sending) {
  const t = useTranslations('wallet.messages.money');
  const params = usePageParams();
  const [chosen, setChosen] = useState<Address | undefined>(people[0]);
  const isGone = !request && (!chosen || !people.includes(chosen));
  const recipient = request?.recipient ?? chosen;
  const asked = useMemo<PaymentRequest | null>(
    () => request ?? (recipient ? { recipient, chainId: null, token: null, amount: null } : null),
    [request, recipient],
  );
  if (isGone) return <p>{t('gone')}</p>;
  const options = asked ? optionsOf(asked, lists) : [];
  return (
    <>
      {!request && people.length > 1 ? (
        <SelectField
          label={t('to')}
          value={recipient ?? ''}
          options={people.map((person) => ({ value: person, label: nameOf(person, 'exact') }))}
          onChange={(next) => setChosen(people.find((person) => person === next))}
        />
      ) : null}
      {asked && options.length > 0 ? (
        <PaymentForm
          key={`${paying?.sequence} ${asked.recipient}`}
          request={asked}
          isInDialog
          isMember={people.some((person) => isAddressEqual(person, asked.recipient))}
          options={options}
          place={readPayParams(params)}
          lists={lists}
          onBack={onClose}
          onSent={({ id }) => {
            onSent(id);
            onClose();
          }}
        />
      ) : (
        <p>{t('nothingListed')}</p>
      )}
    </>
  );
}

/** Dialog to send tokens to a member of the conversation, or to pay a request. */
export function SendDialog({ isOpen, ...sending }: Omit<Sending, 'request'> & { isOpen: boolean }) {
  const t = useTranslations('wallet.messages.money');
  const { lists, paying, onClose } = sending;
  const request = useMemo(
    () => (paying?.body?.type === 'request' ? requestIn(paying.body, lists) : null),
    [paying, lists],
  );
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t(request ? 'payTitle' : 'sendTitle')}
      closeLabel={t('close')}
    >
      <div className="grid gap-5 pb-2">
        <SendForm {...sending} request={request} />
      </div>
    </Dialog>
  );
}

type Asking = {
  lists: PayLists;
  /** Number of accounts in the conversation, including this one. */
  size: number;
  onAsk: (request: { uri: string; note?: string }) => void;
};

/** Form of a request. Shown once the token that it starts with is known. */
function RequestForm(asking: Asking) {
  const t = useTranslations('wallet.transfer');
  const { lists } = asking;
  const { chains, coins } = useShownLists(lists);
  const options = useMemo(() => {
    const found = paymentOptions({ chainId: null, token: null }, chains, coins);
    return 'options' in found ? found.options : [];
  }, [chains, coins]);
  const place = useFirstToken('request', readPayParams(usePageParams()), options, lists);
  if (place) return <OpenRequestForm {...asking} options={options} place={place} />;
  return (
    <>
      <LoadingStatus text={t('loading')} />
      <Placeholder>
        <AmountFormSkeleton />
      </Placeholder>
    </>
  );
}

function OpenRequestForm({
  lists,
  size,
  options,
  place: { chainId, coinId },
  onAsk,
}: Asking & { options: readonly PaymentOption[]; place: PayParams }) {
  const t = useTranslations('wallet.messages.money');
  const transfer = useTranslations('wallet.transfer');
  const pay = useTranslations('wallet.pay');
  const locale = useLocale();
  const id = useId();
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [isSplit, setSplit] = useState(size > 2);
  const [isTried, setTried] = useState(false);
  const { account } = lists;
  const tokenOptions = usePayOptions(options, lists);
  const facts = useRecipientFacts(account);
  const option = options.find(({ chain }) => chain.id === chainId) ?? options[0];
  const token = option?.tokens.find((one) => one.coinId === coinId) ?? option?.tokens[0];
  if (!option || !token)
    return (
      <>
        <p>{t('nothingListed')}</p>
        <HiddenNetworksNote />
      </>
    );
  if (recipientStop(account, facts, token.address) !== null)
    return <p role="alert">{pay('accountIsContract')}</p>;
  const { decimals, symbol } = token;
  const parsed = parseAmount(text, decimals);
  const total = 'value' in parsed ? parsed.value : null;
  // Rounded down, so nobody pays more than their share.
  const share = total === null ? null : isSplit && size > 2 ? total / BigInt(size) : total;
  const problem =
    'problem' in parsed
      ? transfer(`problem.${parsed.problem}`, { decimals })
      : share === 0n
        ? transfer('problem.zero')
        : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem !== undefined || share === null) {
      document.getElementById(`${id}-amount`)?.focus();
      return;
    }
    const uri = writePaymentRequest({
      recipient: account,
      chainId: option.chain.id,
      token: token.address,
      amount: share,
    });
    rememberLastToken({ account, purpose: 'request', chainId: option.chain.id, coinId: token.coinId });
    onAsk({ uri, ...(note.trim() === '' ? {} : { note: note.trim() }) });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <AmountField
        id={`${id}-amount`}
        label={transfer('amount')}
        amount={text}
        onChange={setText}
        onBlur={() => setTried(text !== '')}
        source={null}
        token={token}
        chainId={option.chain.id}
        picker={{ label: transfer('token'), options: tokenOptions, onChoose: choosePayToken }}
        hint={t('on', { network: option.chain.name })}
        problem={problem}
        isTouched={isTried}
        disabled={false}
      />
      <HiddenNetworksNote />
      {size > 2 ? (
        <div className="grid gap-1">
          <label className="flex min-h-11 items-center gap-3">
            <CheckBox checked={isSplit} onChange={({ target }) => setSplit(target.checked)} />
            {t('split', { count: size })}
          </label>
          <p aria-live="polite" className="min-h-5 text-sm text-muted">
            {isSplit && share
              ? t('each', { amount: formatAmount(share, decimals, locale, decimals), symbol })
              : null}
          </p>
        </div>
      ) : null}
      <Field
        label={t('note')}
        value={note}
        onChange={setNote}
        maxLength={MAX_NOTE_LENGTH}
        autoComplete="off"
      />
      <Button type="submit" variant="primary">
        {t('ask')}
      </Button>
    </form>
  );
}

/** Dialog to request a payment. In a room, the amount can be split among all members. */
export function RequestDialog({ isOpen, onClose, onAsk, ...asking }: Common & Asking) {
  const t = useTranslations('wallet.messages.money');
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('requestTitle')} closeLabel={t('close')}>
      <div className="pb-2">
        {/* Mounted only while the dialog is open, because it reads balances from all chains. */}
        <RequestForm
          {...asking}
          // The form is still clickable during the closing animation.
          onAsk={(request) => {
            if (isOpen) onAsk(request);
          }}
        />
      </div>
    </Dialog>
  );
}
