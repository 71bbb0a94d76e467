import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext } from 'react';
import { Icon } from '@/components/ui/icon';
import { hideBalances, useHiddenBalances } from '@/lib/preferences/hidden-balances';

const Own = createContext(false);

/**
 * Marks amounts inside as the user's own: `AmountText`, `AmountToggle`, `FiatValueText`, and `OwnText` then hide them if the user
 * hides balances. What a user types, reviews, and signs is outside, because it must always be readable.
 */
export function OwnAmounts({ children }: { children: ReactNode }) {
  return <Own value>{children}</Own>;
}

/** React hook that returns whether amounts at this place are hidden. */
export const useAmountsHidden = (): boolean => {
  const isOwn = useContext(Own);
  return useHiddenBalances(({ isOn }) => isOn) && isOwn;
};

/** Takes the place of a hidden amount. Screen readers read a word. */
export function HiddenAmount({ className = '' }: { className?: string }) {
  const t = useTranslations('wallet.privacy');
  return (
    <span className={`whitespace-nowrap ${className}`}>
      <span aria-hidden="true">••••</span>
      <span className="sr-only">{t('amount')}</span>
    </span>
  );
}

/** An amount that is formatted already. Hidden like the others inside `OwnAmounts`. */
export function OwnText({ children }: { children: string }) {
  return useAmountsHidden() ? <HiddenAmount /> : children;
}

/**
 * React hook that returns a function for the user's own amount inside a sentence, anywhere: it returns a word instead of the
 * amount if the user hides balances.
 */
export function useOwnText(): (amount: string) => string {
  const t = useTranslations('wallet.privacy');
  const isHidden = useHiddenBalances(({ isOn }) => isOn);
  return (amount) => (isHidden ? t('amount') : amount);
}

const EYE =
  'M2 10c4.500-6.500 11.500-6.500 16 0-4.500 6.500-11.500 6.500-16 0Zm5.500 0a2.500 2.500 0 1 0 5 0 2.500 2.500 0 1 0-5 0';
const CLOSED_EYE = `${EYE}M3.500 16.500l13-13`;

/** Button that hides the user's balances on all pages, or shows them again. */
export function HideBalancesButton({ className = '' }: { className?: string }) {
  const t = useTranslations('wallet.privacy');
  const isHidden = useHiddenBalances(({ isOn }) => isOn);
  return (
    <button
      type="button"
      aria-pressed={isHidden}
      aria-label={t('hide')}
      title={t('hide')}
      onClick={() => hideBalances(!isHidden)}
      className={`icon-button ${className}`}
    >
      <Icon path={isHidden ? CLOSED_EYE : EYE} size={20} />
    </button>
  );
}
