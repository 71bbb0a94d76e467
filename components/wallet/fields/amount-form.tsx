import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { parseAmount } from '@/lib/format/amount';
import { AmountField } from './amount-field';
import type { AmountToken } from './token-button';
import { useLinkedAmount } from './use-linked-amount';

/** Form with an amount field and a button that opens the review. Errors appear next to the field. */
export function AmountForm({
  token,
  chainId,
  available,
  isWallet,
  hint,
  problemOf,
  isClosed,
  onReview,
  children,
}: {
  token: AmountToken;
  chainId: number;
  /** Available amount in base units, or undefined while unknown. */
  available: bigint | undefined;
  /** Whether the amount is taken from the wallet. */
  isWallet: boolean;
  hint: string;
  /** Returns an error message if the amount (in base units) is invalid. */
  problemOf: (amount: bigint) => string | undefined;
  /** Whether the form is currently disabled. */
  isClosed: boolean;
  onReview: (amount: bigint) => void;
  /** Renders details of the amount (in base units) above the button. The amount is null if it is invalid. */
  children?: (amount: bigint | null) => ReactNode;
}) {
  const t = useTranslations('wallet.transfer');
  const sheet = useTranslations('wallet.sheet');
  const { decimals } = token;
  const id = useId();
  const [text, setText] = useState('');
  const [touched, setTouched] = useState(false);
  useLinkedAmount(token.coinId, setText);

  const parsed = parseAmount(text, decimals);
  const problem =
    'problem' in parsed ? t(`problem.${parsed.problem}`, { decimals }) : problemOf(parsed.value);
  const amount = 'value' in parsed && problem === undefined ? parsed.value : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (amount === null) {
      document.getElementById(id)?.focus();
      return;
    }
    onReview(amount);
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <AmountField
        id={id}
        label={t('amount')}
        amount={text}
        onChange={setText}
        onBlur={() => setTouched(text !== '')}
        source={{ available, isWallet }}
        token={token}
        chainId={chainId}
        hint={hint}
        problem={problem}
        isTouched={touched}
        disabled={isClosed}
      />
      {children?.(amount)}
      <Button variant="signal" type="submit" disabled={isClosed}>
        {sheet('review')}
      </Button>
    </form>
  );
}
