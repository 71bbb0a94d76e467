import { useQuery } from '@tanstack/react-query';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import { getAddress, isAddressEqual } from 'viem';
import { useConfig } from 'wagmi';
import { TextButton } from '@/components/wallet/display/text-button';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { useContracts } from '@/lib/api/hooks';
import { closeDialog } from '@/lib/browser/dialogs';
import { saveFile } from '@/lib/browser/save-file';
import { readPlatformTokens } from '@/lib/evm/platform-tokens';
import { formatAmount } from '@/lib/format/amount';
import { calendarText } from '@/lib/format/icalendar';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

const name = 'staking_contract';

/** React hook that returns whether the tokens that a swap bought can be staked on the same chain. */
function useIsStakable({ chainId, trade }: LedgerEntry): boolean {
  const config = useConfig();
  const { data: contracts = [] } = useContracts();
  const pool = contracts.find((contract) => contract.chainId === chainId && contract.name === name)?.address;
  const to = pool === undefined ? null : getAddress(pool);
  const { data = [] } = useQuery({
    queryKey: ['stakedToken', chainId, to],
    queryFn: () => (to ? readPlatformTokens(config.getClient({ chainId }), name, to) : []),
    enabled: trade !== undefined && to !== null,
    retry: false,
  });
  const [staked] = data;
  return trade !== undefined && staked !== undefined && isAddressEqual(staked, trade.bought);
}

type NextStep = 'vault' | 'stake' | 'earn' | 'unlocks' | 'wallet' | 'activity';

const paths: Record<NextStep, string> = {
  vault: `${routes.wallet}?view=vault`,
  stake: routes.stake,
  earn: routes.earn,
  unlocks: routes.unlocks,
  wallet: routes.wallet,
  activity: routes.activity,
};

/** The pages that fit each kind of transaction best. All others lead to the account's activity alone. */
const steps: Partial<Record<LedgerEntry['kind'], NextStep>> = {
  deposit: 'vault',
  withdraw: 'wallet',
  stake: 'earn',
  unstake: 'earn',
  claim: 'earn',
  exit: 'earn',
  pledge: 'unlocks',
  redeem: 'earn',
  exitEarly: 'earn',
  contribute: 'unlocks',
};

/** The kind of unlock that a transaction leads to. A contribution leads to tokens or a refund when the sale ends. */
const unlockOf = (kind: LedgerEntry['kind']) => (kind === 'contribute' ? 'saleEnd' : 'pledge');

/** React hook that returns a function to save the date of a transaction's unlock as a calendar file. */
function useSaveDate(): (entry: LedgerEntry) => void {
  const t = useTranslations('wallet.unlocks');
  const locale: Locale = useLocale();
  return ({ id, kind, unlocksAt = 0, amountRaw, decimals, symbol }) => {
    const url = new URL(getPathname({ locale, href: routes.unlocks }), window.location.origin).href;
    const amount = `${formatAmount(BigInt(amountRaw), decimals, locale, decimals)} ${symbol}`;
    const event = {
      uid: `${id}@tidewell`,
      at: BigInt(unlocksAt),
      summary: t('event', { what: t(`kind.${unlockOf(kind)}`), amount }),
      description: `${t(`note.${unlockOf(kind)}`)} ${url}`,
      url,
    };
    const text = calendarText(t('calendar'), [event], new Date());
    saveFile('tidewell-unlock.ics', new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  };
}

/** Links to what the user may want to do after a transaction. */
export function NextSteps({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('wallet.sheet.next');
  const id = useId();
  const saveDate = useSaveDate();
  const isStakable = useIsStakable(entry);
  const isFailed = entry.status === 'failed';
  const own = isFailed ? undefined : isStakable ? 'stake' : steps[entry.kind];
  const links: readonly NextStep[] = own ? [own, 'activity'] : ['activity'];
  return (
    <nav aria-labelledby={id}>
      <h4 id={id} className="text-sm text-muted">
        {t('title')}
      </h4>
      <div className="flex flex-wrap gap-x-6">
        {links.map((step) => (
          <WalletLink
            key={step}
            href={step === 'stake' ? `${paths.stake}?chain=${entry.chainId}` : paths[step]}
            onClick={() => closeDialog('transaction')}
          >
            {t(step)}
          </WalletLink>
        ))}
        {isFailed || entry.unlocksAt === undefined ? null : (
          <TextButton onClick={() => saveDate(entry)}>{t('calendar')}</TextButton>
        )}
      </div>
    </nav>
  );
}
