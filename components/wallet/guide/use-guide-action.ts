import { useRouter } from 'next/navigation';
import { useLocale } from 'next-intl';
import type { Address } from 'viem';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { openDialog } from '@/lib/browser/dialogs';
import { getPathname } from '@/lib/i18n/navigation';
import { pathOfStep } from './guide-pages';
import type { GuideStep } from './guide-steps';
import { openTriedDeposit, triedSwap } from './tried-coins';

/** What the guide's one button does: a step's way, or another one. */
export type GuideAction = GuideStep | 'form' | 'account' | 'finished';

/** Leads into the page's own part, which follows the guide. */
function focusForm(): void {
  document.querySelector<HTMLElement>('#content form input:not(:disabled)')?.focus();
}

/** Does what the button says. */
export function useGuideAction({
  account,
  chains,
  coins,
  onFinish,
}: {
  account: Address | undefined;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  onFinish: () => void;
}): (action: GuideAction) => void {
  const locale = useLocale();
  const router = useRouter();
  const chainId = chains[0]?.id;
  return (action) => {
    if (action === 'finished') onFinish();
    else if (action === 'form') focusForm();
    else if (action === 'connect' || action === 'login' || action === 'account') openDialog('wallet');
    else if (action === 'deposit') {
      if (account) openTriedDeposit(account, coins, chainId);
    } else router.push(getPathname({ locale, href: pathOfStep(action, triedSwap(coins, chainId)) }));
  };
}
