import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import type { Address } from 'viem';
import { Placeholder } from '@/components/wallet/display/skeleton';
import { useChainDate, useFixedDuration } from '@/components/wallet/display/use-chain-time';
import { NetworkSelect } from '@/components/wallet/fields/network-select';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import type { ChainMapping } from '@/lib/api/types';
import { usePageParams } from '@/lib/browser/page-params';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import type { ChainClock } from '@/lib/wallet/networks/chain-clock';
import { type PledgeTerm, pledgeFigures } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { PledgeContract } from '@/lib/wallet/pledge/use-pledge-contracts';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { PledgeForm, PledgeSummary } from './pledge-form';
import { pledgePlan, readPledgeParams, updatePledgeParams } from './pledge-plan';
import { type PledgeEntry, PledgeProgress } from './pledge-progress';
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
    if (!token) return '';
    const { symbol, decimals } = token;
    if (amount === null || term.token !== chosen.token) return yearly(term);
    const { interest } = pledgeFigures(amount, term);
    return t('paidOnTop', { amount: formatAmount(interest, decimals, locale), symbol });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm">{t('term')}</legend>
      {terms.map((term) => (
        <label key={term.id.toString()} className="option-row">
          <input type="radio" name={name} checked={term.id === chosen.id} onChange={() => onChoose(term)} />
          <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
            <span>{duration(BigInt(term.duration))}</span>
            <span className="figures text-end">{percentText(term.rateBps, locale)}</span>
            <span className="text-xs text-balance break-keep text-muted">
              {t('maturesOn', { date: date(now + BigInt(term.duration)) })}
            </span>
            <span className="figures text-end text-xs text-muted wrap-anywhere">{paid(term)}</span>
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
  entries: readonly PledgeEntry[];
}) {
  const t = useTranslations('wallet.pledge');
  const node = useTranslations('wallet.node');
  const id = useId();
  const place = readPledgeParams(usePageParams());
  const [typed, setTyped] = useState({ text: '', token: '' });
  const [sent, setSent] = useState(0);

  const contract = contracts.find(({ chainId }) => chainId === place.chainId) ?? contracts[0];
  const chain = chains.find((candidate) => candidate.id === contract?.chainId);
  if (!contract || !chain) return null;
  const { read, tokens, isFailed } = contract;
  const now = clocks.get(chain.id)?.now;
  const offered = read?.terms.filter(({ isOpen, token }) => isOpen && tokens.has(token)) ?? [];
  const term = offered.find((candidate) => candidate.id === place.termId) ?? offered[0];
  const token = term && tokens.get(term.token);
  const funds = read?.funds.find((held) => held.token === term?.token);
  // An amount entered for one token does not apply to another.
  const text = typed.token === `${chain.id} ${token?.address}` ? typed.text : '';
  const parsed = token ? parseAmount(text, token.decimals) : null;

  const isKnown = read !== undefined && now !== undefined;

  return (
    <section aria-labelledby={id} className="grid content-start gap-5">
      <h2 id={id} className="text-xl">
        {t('panel')}
      </h2>
      <NetworkSelect
        chain={chain}
        chainIds={contracts.map(({ chainId }) => chainId)}
        chains={chains}
        onChange={(chainId) => updatePledgeParams({ chainId, termId: null })}
      />
      {read && term && token && funds && now !== undefined ? (
        <>
          <NodeNote chainId={chain.id} network={chain.name} />
          <TermChoice
            terms={offered}
            tokens={tokens}
            chosen={term}
            amount={parsed && 'value' in parsed ? parsed.value : null}
            now={now}
            onChoose={(next) => updatePledgeParams({ chainId: chain.id, termId: next.id })}
          />
          <PledgeForm
            // A new form after each pledge, so that its empty amount isn't reported as a problem.
            key={`${chain.id} ${token.address} ${sent}`}
            chainId={chain.id}
            term={term}
            token={token}
            funds={funds}
            now={now}
            text={text}
            isPaused={read.isPaused}
            onText={(next) => setTyped({ text: next, token: `${chain.id} ${token.address}` })}
            onReview={(amount) =>
              openReview({
                account,
                plan: pledgePlan({
                  chainId: chain.id,
                  contract: contract.address,
                  token,
                  termId: term.id,
                  amount,
                  unlocksAt: now + BigInt(term.duration),
                }),
                details: (
                  <PledgeSummary
                    term={term}
                    token={token}
                    amount={amount}
                    freeReserve={funds.freeReserve}
                    now={now}
                  />
                ),
                onSent: () => {
                  setTyped({ text: '', token: '' });
                  setSent((count) => count + 1);
                },
              })
            }
          />
        </>
      ) : isKnown || isFailed ? (
        <p className="text-muted">{isKnown ? t('noTerm') : node('unavailable')}</p>
      ) : (
        <Placeholder>
          <PledgeFormSkeleton />
        </Placeholder>
      )}
      <PledgeProgress entries={entries.filter(({ chainId }) => chainId === chain.id)} chain={chain} />
    </section>
  );
}
