import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { formatUnits, getAddress } from 'viem';
import { useConnection } from 'wagmi';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PercentSlider } from '@/components/ui/percent-slider';
import { SelectField } from '@/components/ui/select-field';
import { formatAmount, parseAmount, percentOf } from '@/lib/amount';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useAttempts } from '@/lib/chain/deposit-attempts';
import type { ChainErrorCode } from '@/lib/chain/errors';
import { type Balance, useBalances } from '@/lib/chain/use-balances';
import { notify } from '@/lib/notices';
import type { DepositDraft } from './deposit-draft';
import type { DepositOrder, DepositStep } from './use-deposit';
import { useSpendable } from './use-spendable';

type Order = { order: DepositOrder } | { problem: string };

/** Chain, token and amount, and the way to the wallet's confirmation. What is wrong is said beside the field. */
export function DepositForm({
  draft,
  onChange,
  step,
  problem,
  onStart,
}: {
  draft: DepositDraft;
  onChange: (next: Partial<DepositDraft>) => void;
  step: DepositStep;
  problem: ChainErrorCode | null;
  onStart: (order: DepositOrder) => void;
}) {
  const t = useTranslations('wallet.deposit');
  const errors = useTranslations('wallet.errors');
  const locale = useLocale();
  const id = useId();
  const { address } = useConnection();
  const { data: chains = [] } = useChainMapping();
  const { data: coins = [] } = useCoins();
  const { data: contracts = [] } = useContracts();
  const { balances, failedChainIds } = useBalances(address, coins, contracts);
  const isOpenInWallet = useAttempts((state) => state.entries.some(({ account }) => account === address));
  const [touched, setTouched] = useState(false);

  const chainId = draft.chainId ?? chains[0]?.id ?? null;
  const onChain = balances.filter((balance) => balance.chainId === chainId);
  const chosen: Balance | undefined = onChain.find(({ coin }) => coin.id === draft.coinId) ?? onChain[0];
  const { spendable, failed: feeFailed } = useSpendable(chosen);
  const isUnreadable = feeFailed || (chainId !== null && failedChainIds.includes(chainId));
  const waiting = !address ? t('unlock') : isUnreadable ? errors('nodeUnreachable') : t('loading');
  const vault = contracts.find(
    (contract) => contract.chainId === chainId && contract.name === 'vault_contract',
  )?.address;

  const readOrder = (): Order => {
    if (!chosen || !vault || spendable === undefined) return { problem: waiting };
    const parsed = parseAmount(draft.amount, chosen.decimals);
    if ('problem' in parsed)
      return { problem: t(`problem.${parsed.problem}`, { decimals: chosen.decimals }) };
    if (parsed.value > spendable) return { problem: t('problem.tooMuch', { symbol: chosen.coin.symbol }) };
    const { coin, token, decimals } = chosen;
    return {
      order: {
        chainId: chosen.chainId,
        vault: getAddress(vault),
        token,
        amount: parsed.value,
        coinId: coin.id,
        decimals,
        symbol: coin.symbol,
      },
    };
  };
  const order = readOrder();
  const busy = step !== 'idle';
  const fieldProblem = touched && 'problem' in order ? order.problem : undefined;
  const percent =
    'order' in order && spendable
      ? [100, 75, 50, 25].find((p) => percentOf(spendable, p) === order.order.amount)
      : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if ('problem' in order) {
      notify('warning', order.problem);
      document.getElementById(`${id}-amount`)?.focus();
      return;
    }
    onStart(order.order);
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={t('chain')}
          value={String(chainId ?? '')}
          disabled={busy}
          onChange={(value) => onChange({ chainId: Number(value) })}
          options={chains.map((chain) => ({ value: String(chain.id), label: chain.name }))}
        />
        <SelectField
          label={t('token')}
          value={String(chosen?.coin.id ?? '')}
          disabled={busy}
          onChange={(value) => onChange({ coinId: Number(value), amount: '' })}
          options={onChain.map(({ coin }) => ({ value: String(coin.id), label: coin.symbol }))}
        />
      </div>
      <Field
        id={`${id}-amount`}
        label={t('amount')}
        value={draft.amount}
        onChange={(amount) => onChange({ amount })}
        onBlur={() => setTouched(draft.amount !== '')}
        inputMode="decimal"
        autoComplete="off"
        disabled={busy}
        suffix={chosen?.coin.symbol ?? ''}
        {...(fieldProblem ? { error: fieldProblem } : {})}
        hint={
          chosen && spendable !== undefined
            ? t('available', {
                amount: formatAmount(spendable, chosen.decimals, locale),
                symbol: chosen.coin.symbol,
              })
            : waiting
        }
      />
      <PercentSlider
        label={t('slider')}
        value={percent ?? 0}
        disabled={busy || !spendable}
        onChange={(next) => {
          if (chosen && spendable !== undefined) {
            onChange({ amount: next === 0 ? '' : formatUnits(percentOf(spendable, next), chosen.decimals) });
          }
        }}
      />
      {isOpenInWallet && !busy ? (
        <p className="border-s-2 border-warning ps-3 text-sm">{t('attempt')}</p>
      ) : null}
      {problem ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {errors(problem)}
        </p>
      ) : null}
      <p role="status" className="min-h-6 text-sm text-muted">
        {step === 'idle' ? '' : t(`step.${step}`)}
      </p>
      <Button variant="signal" type="submit" disabled={busy} aria-busy={busy}>
        {'order' in order && chosen
          ? t('submit', {
              amount: formatAmount(order.order.amount, chosen.decimals, locale, 18),
              symbol: chosen.coin.symbol,
            })
          : t('submitEmpty')}
      </Button>
    </form>
  );
}
