import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { OfferedAddressFields } from '@/components/wallet/fields/address-fields';
import { NumberField } from '@/components/wallet/fields/number-field';
import { useRecipient } from '@/components/wallet/fields/use-recipient';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import type { Nft } from '@/lib/wallet/nfts/nft';
import type { NftTransferOrder } from './nft-transfer-plan';

/** Form for the recipient and quantity of an NFT transfer. Errors appear next to their fields. */
export function SendForm({
  nft,
  label,
  account,
  last,
  onBack,
  onReview,
}: {
  nft: Nft;
  label: string;
  account: Address;
  /** The order that was last reviewed, if any. */
  last: NftTransferOrder | null;
  onBack: () => void;
  onReview: (order: NftTransferOrder) => void;
}) {
  const t = useTranslations('wallet.nfts.send');
  const shared = useTranslations('wallet.withdraw');
  const recipientText = useTranslations('wallet.recipient');
  const amounts = useTranslations('wallet.transfer.problem');
  const locale = useLocale();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [draft, setDraft] = useState({ recipient: last?.recipient ?? '', meant: last?.recipient ?? '' });
  const [typed, setTyped] = useState(last ? last.amount.toString() : '1');
  const [touched, setTouched] = useState<{ recipient?: boolean; rest?: boolean }>({});
  // The focused button that opened this form was removed, so focus moves to the heading.
  useEffect(() => heading.current?.focus(), []);

  const recipient = useRecipient(
    { toSelf: false, ...draft },
    { account, chainId: nft.chainId, sent: nft.contract },
  );
  const { address, isMeant } = recipient;
  const parsed = parseAmount(typed, 0);
  const recipientProblem = recipient.problem && recipientText(`problem.${recipient.problem}`);
  const meantProblem = isMeant ? null : recipientText('lookAlike.problem');
  const count = useOwnText()(formatAmount(nft.quantity, 0, locale));
  const amountProblem =
    'problem' in parsed
      ? parsed.problem === 'tooManyDecimals'
        ? t('whole')
        : amounts(parsed.problem, { decimals: 0 })
      : parsed.value > nft.quantity
        ? t('tooMany', { count })
        : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched({ recipient: true, rest: true });
    const wrong = [
      [recipientProblem, 'to'],
      [meantProblem, 'to-meant'],
      [amountProblem, 'amount'],
    ].find(([reason]) => reason !== null);
    if (wrong) {
      document.getElementById(`${id}-${wrong[1]}`)?.focus();
      return;
    }
    if (address && 'value' in parsed)
      onReview({ nft, label, account, recipient: address, amount: parsed.value });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <h3 ref={heading} tabIndex={-1} className="text-lg wrap-anywhere outline-none">
        {t('title', { name: label })}
      </h3>
      <OfferedAddressFields
        id={`${id}-to`}
        account={account}
        typed={draft.recipient}
        recipient={recipient}
        isCalled
        isTouched={touched.recipient === true}
        isTried={touched.rest === true}
        onBlur={() => setTouched({ ...touched, recipient: draft.recipient !== '' })}
        onChange={(next) => setDraft({ ...draft, ...next })}
      />
      {nft.standard === 'erc1155' && nft.quantity > 1n ? (
        <NumberField
          id={`${id}-amount`}
          label={t('amount')}
          hint={t('available', { count })}
          inputMode="numeric"
          value={typed}
          onChange={setTyped}
          {...(amountProblem && (touched.rest || typed !== '') ? { error: amountProblem } : {})}
        />
      ) : null}
      <div className="dialog-action grid grid-cols-[auto_minmax(0,1fr)] gap-3">
        <Button onClick={onBack}>{shared('back')}</Button>
        <Button variant="signal" type="submit">
          {shared('review')}
        </Button>
      </div>
    </form>
  );
}
