import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useBlock } from 'wagmi';
import { Button } from '@/components/ui/button';
import { CheckBox } from '@/components/ui/check-box';
import { ExternalLink } from '@/components/ui/external-link';
import { Icon } from '@/components/ui/icon';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { useChainDate } from '@/components/wallet/display/use-chain-time';
import { WaitingNote } from '@/components/wallet/transaction-sheet/pending-notes';
import type { ChainMapping } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount } from '@/lib/format/amount';
import { type Approval, isAmount, isUnlimited, type Risk } from '@/lib/wallet/approvals/approval-events';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import type { RankedApproval } from './rank-approvals';
import { SpenderText, useSpenderName } from './spender-text';

const looks = {
  high: { path: 'M10 2.5 18.5 17h-17ZM10 8v4m0 2v.5', className: 'text-error' },
  medium: { path: 'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 4v5m0 2.5v.5', className: 'text-warning' },
  low: { path: 'm4 10 4 4 8-9', className: 'text-success' },
} as const;

/** Risk level of an approval, shown as a word and an icon. */
function RiskMark({ risk }: { risk: Risk }) {
  const t = useTranslations('wallet.approvals.risk');
  const { path, className } = looks[risk];
  return (
    <span className={`inline-flex items-center gap-1.5 text-sm whitespace-nowrap ${className}`}>
      <Icon path={path} size={20} />
      {t(risk)}
    </span>
  );
}

/** Date of an approval's block, or its block number until the date is known. */
export function ApprovalDate({ approval: { chainId, blockNumber } }: { approval: Approval }) {
  const t = useTranslations('wallet.approvals');
  const format = useFormatter();
  const { data } = useBlock({ chainId, blockNumber, query: { staleTime: Number.POSITIVE_INFINITY } });
  if (!data) return t('block', { number: blockNumber.toString() });
  const at = new Date(Number(data.timestamp) * 1_000);
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap">
      {format.dateTime(at, { dateStyle: 'medium' })}
    </time>
  );
}

/** The last second that a date can have. Permit2's largest time is above it, and means that an allowance has no end. */
const LAST_SECOND = 8_640_000_000_000n;

/** Amounts with more characters than this get the full width on a phone. */
const LONG_AMOUNT = 14;

function Fact({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="figures text-sm wrap-anywhere">{children}</dd>
    </div>
  );
}

/** One approval: spender, allowance, amount at risk, and a button to revoke it. */
export function ApprovalRow({
  item: { approval, listed, spenderName, risk, fiatValue },
  chain,
  date,
  money,
  icon,
  isChosen,
  pending,
  onChoose,
  onRevoke,
}: {
  item: RankedApproval;
  /** The listed token's icon. */
  icon: string | undefined;
  chain: ChainMapping;
  /** When the approval was granted. */
  date: ReactNode;
  money: { currency: string; locale: string; decimals: number | undefined };
  isChosen: boolean;
  /** The pending transaction that revokes the approval, if any. */
  pending: LedgerEntry | undefined;
  onChoose: (isChosen: boolean) => void;
  onRevoke: () => void;
}) {
  const t = useTranslations('wallet.approvals');
  const locale = useLocale();
  const time = useChainDate();
  const { kind, token, tokenId, amount, balance, until, symbol, name } = approval;
  const decimals = listed?.decimals ?? approval.decimals;
  const tokenName = listed?.symbol ?? (symbol || name || shortAddress(token));
  const spender = `${useSpenderName()(approval, spenderName)} ${shortAddress(approval.spender)}`;
  const allowed = () => {
    if (kind === 'collection') return t('allOf');
    if (kind === 'single') return t('oneOf', { number: String(tokenId) });
    return isUnlimited(approval) ? t('unlimited') : formatAmount(amount ?? 0n, decimals, locale);
  };
  const isLong = isAmount(approval) && allowed().length > LONG_AMOUNT;
  const exposed = () => {
    if (fiatValue !== null)
      return (
        <OwnAmounts>
          <FiatValueText value={fiatValue} money={money} />
        </OwnAmounts>
      );
    if (!isAmount(approval))
      return balance === null
        ? t('holdingUnknown')
        : t('holding', { count: formatAmount(balance, 0, locale) });
    return t('noPrice');
  };

  return (
    <div className="@container grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-t border-line py-4 sm:gap-x-4">
      <label className="-ms-2.5 grid size-11 place-items-center">
        <CheckBox
          aria-label={t('choose', { token: tokenName, spender })}
          checked={isChosen}
          disabled={pending !== undefined}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </label>
      <div className="grid items-start gap-x-8 gap-y-3 pt-2 @prose:grid-cols-[minmax(0,5fr)_minmax(0,7fr)_auto]">
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-x-4">
            <span className="flex items-center gap-2 text-lg wrap-anywhere">
              <TokenIcon icon={icon} symbol={tokenName} network={chain.name} size={28} />
              {tokenName}
            </span>
            <RiskMark risk={risk} />
          </p>
          <p className="text-sm">
            <SpenderText approval={approval} listedName={spenderName} chain={chain} />
          </p>
          {kind === 'permit2' ? <p className="text-xs text-muted">{t('throughPermit2')}</p> : null}
          {spenderName === 'permit2' ? <p className="text-xs text-muted">{t('aboutPermit2')}</p> : null}
          {listed ? null : (
            <p className="text-xs text-muted">
              {t(isAmount(approval) ? 'unlisted' : 'nft')}{' '}
              <ExternalLink href={chain.browserAddress + token}>
                <span className="font-mono text-xs">{shortAddress(token)}</span>
              </ExternalLink>
            </p>
          )}
        </div>
        <dl
          className={`grid grid-cols-2 gap-x-6 gap-y-3 ${until === null ? '@form:grid-cols-3' : '@form:grid-cols-4'}`}
        >
          <Fact label={t('allowed')} className={isLong ? '@max-form:col-span-2' : ''}>
            {isUnlimited(approval) ? <strong className="font-[550]">{allowed()}</strong> : allowed()}
          </Fact>
          <Fact label={t('exposed')}>{exposed()}</Fact>
          {until === null ? null : (
            <Fact label={t('until')}>{until > LAST_SECOND ? t('noEnd') : time(until)}</Fact>
          )}
          <Fact label={t('given')} className={until === null ? '@max-form:col-span-2' : ''}>
            <ExternalLink href={chain.browserTx + approval.transactionHash}>
              <span className="-my-3 inline-flex min-h-11 items-center in-[a]:underline in-[a]:underline-offset-4">
                {date}
              </span>
            </ExternalLink>
          </Fact>
        </dl>
        {pending ? (
          <p role="status" className="text-sm text-muted">
            {t('underWay')}
          </p>
        ) : (
          <Button
            size="small"
            aria-label={t('revokeLabel', { token: tokenName, spender })}
            onClick={onRevoke}
          >
            {t('revoke')}
          </Button>
        )}
        {pending ? (
          <div className="@prose:col-span-3">
            <WaitingNote entry={pending} nativeSymbol={chain.nativeSymbol} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
