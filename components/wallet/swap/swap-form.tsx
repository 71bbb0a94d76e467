import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useLinkedAmount } from '@/components/wallet/fields/use-linked-amount';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { useConnectLabel } from '@/components/wallet/frame/start-preview';
import type { ChainMapping } from '@/lib/api/types';
import { openDialog } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import { chainErrorCode } from '@/lib/evm/errors';
import { useIsUnreachable } from '@/lib/evm/node-transport';
import type { TokenOption } from '@/lib/wallet/tokens/token-choice';
import { amountText, ImpactWarning, swapProblem } from './impact-warning';
import { PayField } from './pay-field';
import { swapDraft, updateSwapParams } from './swap-params';
import { SwapProgress } from './swap-progress';
import { SwapResult } from './swap-result';
import { type SwapToReview, useLatestSwap, useReviewSwap } from './swap-review';
import { SwapSettings } from './swap-settings';
import { SwapTerms } from './swap-terms';
import { type SwapInput, useSwap } from './use-swap';

/** Swap form with a quote, settings, and warnings. Errors appear next to their fields. */
export function SwapForm({
  chain,
  options,
  ...input
}: Omit<SwapInput, 'draft'> & {
  chain: ChainMapping;
  /** The tokens to choose from, on all networks. */
  options: readonly TokenOption[];
}) {
  const { account, place, tokens, sold, bought } = input;
  const t = useTranslations('wallet.swap');
  const transfer = useTranslations('wallet.transfer');
  const connectLabel = useConnectLabel();
  const node = useTranslations('wallet.node');
  const sheet = useTranslations('wallet.sheet');
  const errors = useTranslations('wallet.errors');
  const id = useId();
  const fields = {
    node: `${id}-node`,
    amount: `${id}-amount`,
    slippage: `${id}-slip`,
    minutes: `${id}-min`,
    confirm: `${id}-ok`,
  };
  const draft = swapDraft.useDraft();
  const view = useSwap({ ...input, draft });
  const review = useReviewSwap();
  const [touched, setTouched] = useState(false);
  /** The latest choice of a token that also changed the other side. */
  const [changed, setChanged] = useState<{ side: 'sell' | 'buy'; chainId: number; coinId: number } | null>(
    null,
  );
  const [confirmed, setConfirmed] = useState({ swap: '', typed: '' });

  const { amount, offer, seconds, slippageBps } = view;
  // Without an account, the button connects a wallet.
  const isBlocked = useIsUnreachable(chain.id) && account !== undefined;
  const here = `${chain.id} ${sold.coinId} ${bought.coinId} ${draft.amount}`;
  // A typed confirmation applies only to the swap for which it was typed.
  const typed = confirmed.swap === here ? confirmed.typed : '';
  const problem = swapProblem({ t }, view, { sold, bought, typed });
  const wrongAmount = amountText({ t, transfer }, view, sold);
  const change = (amount: string) => swapDraft.save({ amount });
  useLinkedAmount(sold.coinId, change);
  const clear = () => {
    swapDraft.save(swapDraft.empty);
    setConfirmed({ swap: '', typed: '' });
    setTouched(false);
  };
  const current = (): SwapToReview | null => {
    if (!account || problem || !offer || seconds === null || slippageBps === null) return null;
    const { terms, minimum, path } = offer;
    const order = { place, terms, sold, bought, amount: offer.amount, minimum, path, account };
    return { order, offer, seconds, slippageBps, onSent: clear };
  };
  // The review compares its quote with the latest one.
  useEffect(() => useLatestSwap.setState({ swap: current() }));
  useEffect(() => () => useLatestSwap.setState({ swap: null }), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (!account) {
      openDialog('wallet');
      return;
    }
    if (isBlocked) {
      notify('warning', node('noSending', { network: chain.name }));
      return;
    }
    const swap = current();
    if (!swap) {
      if (problem && 'field' in problem) document.getElementById(fields[problem.field])?.focus();
      else notify('warning', problem?.text ?? t('asking'));
      return;
    }
    try {
      await review(swap);
    } catch (error) {
      notify('error', errors(chainErrorCode(error)));
    }
  };
  const turned = { sell: bought.coinId, buy: sold.coinId };
  // Choosing the token that is already on the other side reverses the direction. Choosing a token on another network moves
  // the other side there, which may not have its token.
  const choose = (side: 'sell' | 'buy', { chainId, coin }: TokenOption) => {
    const wanted = { sell: sold.coinId, buy: bought.coinId, [side]: coin.id };
    const isTurned = wanted.sell === wanted.buy;
    const isMoved = chainId !== chain.id;
    updateSwapParams({ ...(isMoved ? { chainId } : {}), ...(isTurned ? turned : wanted) });
    setChanged(isMoved || isTurned ? { side, chainId, coinId: coin.id } : null);
  };
  const changedText = () => {
    const chosen = changed?.side === 'buy' ? bought : sold;
    // The choice that the note is about is no longer the current one.
    if (changed?.chainId !== chain.id || changed.coinId !== chosen.coinId) return null;
    const other = changed.side === 'buy' ? sold : bought;
    return t(`changed.${changed.side}`, { symbol: other.symbol, network: chain.name });
  };

  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <form
        noValidate
        aria-label={t('title')}
        onSubmit={(event) => void submit(event)}
        className="grid content-start gap-5 rounded-soft border border-line bg-raised p-5 md:p-6"
      >
        <NodeNote id={fields.node} chainId={chain.id} network={chain.name} />
        <div className="grid">
          <PayField
            id={fields.amount}
            isOwn={account !== undefined}
            chainId={chain.id}
            sold={sold}
            picker={{
              label: t('sell'),
              options,
              onChoose: (option) => choose('sell', option),
            }}
            amount={draft.amount}
            view={view}
            problem={wrongAmount ?? undefined}
            isTouched={touched}
            onChange={change}
            onBlur={() => setTouched(draft.amount !== '')}
          />
          <div className="relative z-1 -my-2 justify-self-center">
            <button
              type="button"
              aria-label={t('turn')}
              title={t('turn')}
              onClick={() => updateSwapParams(turned)}
              className="icon-button border border-edge bg-raised"
            >
              <Icon path="M10 3.5v13m0 0 5-5m-5 5-5-5" size={20} />
            </button>
          </div>
          <SwapResult
            view={view}
            chainId={chain.id}
            sold={sold}
            bought={bought}
            picker={{
              label: t('buy'),
              options,
              onChoose: (option) => choose('buy', option),
            }}
          />
        </div>
        <p role="status" className="border-s-2 border-water ps-3 text-sm empty:hidden">
          {changedText()}
        </p>
        {offer ? (
          <ImpactWarning
            offer={offer}
            consent={{
              id: fields.confirm,
              typed,
              isMissing: touched && problem !== null && 'field' in problem && problem.field === 'confirm',
              onType: (text) => setConfirmed({ swap: here, typed: text }),
            }}
          />
        ) : null}
        <SwapSettings slippageId={fields.slippage} minutesId={fields.minutes} view={view} />
        <Button
          variant="signal"
          type="submit"
          // Stays focusable, and says why when pressed.
          aria-disabled={isBlocked}
          aria-describedby={isBlocked ? fields.node : undefined}
        >
          {account ? sheet('review') : connectLabel}
        </Button>
      </form>
      <div className="grid content-start gap-8">
        <SwapTerms
          offer={offer}
          sample={view.sample}
          sold={sold}
          bought={bought}
          tokens={tokens}
          isEmpty={amount === null}
          isStale={view.state === 'stale'}
          isUnread={view.state === 'unreachable'}
          {...(account ? { networkFee: { chainId: chain.id, fee: view.networkFee } } : {})}
        />
        {account ? <SwapProgress account={account} chain={chain} /> : null}
      </div>
    </div>
  );
}
