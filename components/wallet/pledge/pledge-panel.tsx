import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import type { Address } from 'viem';
import { Placeholder } from '@/components/wallet/display/skeleton';
import { useChainDate, useFixedDuration } from '@/components/wallet/display/use-chain-time';
import { EarnPanel, type EntryOf } from '@/components/wallet/earn-page/earn-panel';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import type { ChainMapping } from '@/lib/api/types';
import { updatePageParams, usePageParams } from '@/lib/browser/page-params';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import type { ChainClock } from '@/lib/wallet/networks/chain-clock';
import { type PledgeTerm, pledgeFigures } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { PledgeContract } from '@/lib/wallet/pledge/use-pledge-contracts';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { PledgeKind } from '@/lib/wallet/transactions/transaction-kinds';
import { PledgeForm, PledgeSummary } from './pledge-form';
import { pledgePlan, readPledgeTerm } from './pledge-plan';
import { PledgeFormSkeleton } from './pledge-skeleton';
import { useTermYield } from './use-term-yield';

/** Available terms to select, each with its rate, maturity, and interest. */
function TermChoice({
  terms,
  tokens,
  chosen,
  amount,
  now,
  onChoose,
}: {
  terms: readonly PledgeTerm[];
  tokens: ReadonlyMap<Address, ListedToken>;
  chosen: PledgeTerm;
  /** Amount in base units, or null if none is entered. */
  amount: bigint | null;
  /** Chain time in seconds since the epoch. */
  now: bigint;
  onChoose: (term: PledgeTerm) => void;
}) {
  const t = useTranslations('wallet.pledge');
  const locale = useLocale();
  const name = useId();
  const duration = useFixedDuration();
  const date = useChainDate();
  const yearly = useTermYield(terms, tokens);
  const paid = (term: PledgeTerm) => {
    const token = tokens.get(term.token);
    if (!token || amount === null || term.token !== chosen.token) return '';
    const { symbol, decimals } = token;
    const { interest } = pledgeFigures(amount, term);
    return ` · ${t('paidOnTop', { amount: formatAmount(interest, decimals, locale), symbol })}`;
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm">{t('term')}</legend>
      {terms.map((term) => (
        <label key={term.id.toString()} className="option-row">
          <input type="radio" name={name} checked={term.id === chosen.id} onChange={() => onChoose(term)} />
          <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
            <span>{duration(BigInt(term.duration))}</span>
            <span className="figures text-end wrap-anywhere">
              {percentText(term.rateBps, locale)}
              <span className="text-xs text-muted">{paid(term)}</span>
            </span>
            <span className="text-xs text-balance break-keep text-muted">
              {t('maturesOn', { date: date(now + BigInt(term.duration)) })}
            </span>
            <span className="figures text-end text-xs text-muted wrap-anywhere">{yearly(term)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Panel to make a pledge: network, term, amount, and recent transactions. */
export function PledgePanel({
  account,
  contracts,
  clocks,
  chains,
  entries,
}: {
  account: Address;
  contracts: readonly PledgeContract[];
  /** Chain clocks by chain ID. */
  clocks: ReadonlyMap<number, ChainClock>;
  chains: readonly ChainMapping[];
  /** The account's transactions on all networks. */
  entries: readonly EntryOf<PledgeKind>[];
}) {
  const t = useTranslations('wallet.pledge');
  const transfer = useTranslations('wallet.transfer');
  const node = useTranslations('wallet.node');
  const termId = readPledgeTerm(usePageParams());
  const [typed, setTyped] = useState({ text: '', token: '' });
  const [sent, setSent] = useState(0);
  const statusText = ({ kind, status }: EntryOf<PledgeKind>) => {
    if (status === 'pending') return transfer('status.pending');
    if (kind !== 'pledge') return transfer('status.confirmed');
    return t(status === 'verified' ? 'recorded' : 'recording');
  };
  return (
    <EarnPanel
      title={t('panel')}
      contracts={contracts}
      chains={chains}
      entries={entries}
      entryText={(kind, values) => t(`entry.${kind}`, values)}
      statusText={statusText}
    >
      {({ address, data, isFailed }, chain) => {
        const now = clocks.get(chain.id)?.now;
        const isKnown = data !== undefined && now !== undefined;
        const offered =
          data?.read.terms.filter(({ isOpen, token }) => isOpen && data.tokens.has(token)) ?? [];
        const term = offered.find(({ id }) => id === termId) ?? offered[0];
        const token = term && data?.tokens.get(term.token);
        const funds = data?.read.funds.find((held) => held.token === term?.token);
        if (!isKnown || !term || !token || !funds)
          return isKnown || isFailed ? (
            <p className="text-muted">{isKnown ? t('noTerm') : node('unavailable')}</p>
          ) : (
            <Placeholder>
              <PledgeFormSkeleton />
            </Placeholder>
          );
        const [unlocksAt, { freeReserve }] = [now + BigInt(term.duration), funds];
        // An amount entered for one token does not apply to another.
        const tokenKey = `${chain.id} ${token.address}`;
        const text = typed.token === tokenKey ? typed.text : '';
        const parsed = parseAmount(text, token.decimals);
        const review = (amount: bigint) =>
          openReview({
            account,
            plan: pledgePlan({
              chainId: chain.id,
              contract: address,
              token,
              termId: term.id,
              amount,
              unlocksAt,
            }),
            details: (
              <PledgeSummary term={term} token={token} amount={amount} freeReserve={freeReserve} now={now} />
            ),
            onSent: () => {
              setTyped({ text: '', token: '' });
              setSent((count) => count + 1);
            },
          });
        return (
          <>
            <NodeNote chainId={chain.id} network={chain.name} />
            <TermChoice
              terms={offered}
              tokens={data.tokens}
              chosen={term}
              amount={'value' in parsed ? parsed.value : null}
              now={now}
              onChoose={({ id }) => updatePageParams({ chain: String(chain.id), term: String(id) })}
            />
            <PledgeForm
              // A new form after each pledge, so that its empty amount isn't reported as a problem.
              key={`${tokenKey} ${sent}`}
              chainId={chain.id}
              term={term}
              token={token}
              funds={funds}
              now={now}
              text={text}
              isPaused={data.read.isPaused}
              onText={(next) => setTyped({ text: next, token: tokenKey })}
              onReview={review}
            />
          </>
        );
      }}
    </EarnPanel>
  );
}
