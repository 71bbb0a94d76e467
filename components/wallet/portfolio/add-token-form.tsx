import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { SelectField } from '@/components/ui/select-field';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { splitNetwork } from '@/lib/evm/chain-short-names';
import { imitatedCoin } from '@/lib/evm/token-text';
import { onNetworks, readAddress } from '@/lib/wallet/contacts/recipient';
import {
  addCustomToken,
  type CustomToken,
  type CustomTokenProblem,
  readCustomToken,
} from '@/lib/wallet/tokens/custom-tokens';
import { listedToken } from '@/lib/wallet/tokens/listed-token';

type Problem = 'notAddress' | 'checksum' | 'otherNetwork' | 'listed' | 'unreachable' | CustomTokenProblem;

/** Parses a typed token address, and checks its checksum and network. */
function readTokenAddress(text: string, chainId: number): { address: Address } | { problem: Problem } {
  const read = onNetworks(readAddress(text), [chainId]);
  if ('address' in read) return read;
  return { problem: read.problem === 'empty' ? 'notAddress' : read.problem };
}

/** Form that looks up a token by address, shows the token's own metadata with a warning, and then adds the token. */
export function AddTokenForm({ chains, coins }: { chains: readonly ChainMapping[]; coins: readonly Coin[] }) {
  const t = useTranslations('wallet.portfolio.custom');
  const config = useConfig();
  const id = useId();
  const [chainId, setChainId] = useState(chains[0]?.id ?? 0);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [found, setFound] = useState<CustomToken | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Key of the current lookup. Responses to earlier lookups are ignored. */
  const currentLookup = useRef('');

  const change = (next: () => void) => {
    next();
    currentLookup.current = '';
    setProblem(null);
    setFound(null);
  };
  const lookUp = async (event: FormEvent) => {
    event.preventDefault();
    const read = readTokenAddress(text, chainId);
    const refuse = (wrong: Problem) => {
      setProblem(wrong);
      document.getElementById(id)?.focus();
    };
    if ('problem' in read) return refuse(read.problem);
    if (listedToken(coins, chainId, read.address)) return refuse('listed');
    const lookupKey = `${chainId} ${read.address}`;
    if (currentLookup.current === lookupKey && isBusy) return;
    currentLookup.current = lookupKey;
    setBusy(true);
    try {
      const token = await readCustomToken(config.getClient({ chainId }), chainId, read.address);
      if (currentLookup.current !== lookupKey) return;
      if ('problem' in token) setProblem(token.problem);
      else setFound(token);
    } catch {
      if (currentLookup.current === lookupKey) setProblem('unreachable');
    } finally {
      setBusy(false);
    }
  };
  const add = (token: CustomToken) => {
    addCustomToken(token);
    notify('success', t('added', { symbol: token.symbol }));
    change(() => setText(''));
    // The focused button was removed, so focus moves to the address field.
    document.getElementById(id)?.focus();
  };
  const alike = found && imitatedCoin(found, coins);

  return (
    <form noValidate onSubmit={(event) => void lookUp(event)} className="grid max-w-form gap-4">
      {chains.length > 1 ? (
        <SelectField
          label={t('network')}
          value={String(chainId)}
          options={chains.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => change(() => setChainId(Number(value)))}
        />
      ) : null}
      <Field
        id={id}
        label={t('address')}
        value={text}
        onChange={(value) =>
          change(() => {
            setText(value);
            const named = chains.find(({ id }) => id === splitNetwork(value).network);
            if (named) setChainId(named.id);
          })
        }
        maxLength={128}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint={t('addressHint')}
        {...(problem ? { error: t(`problem.${problem}`) } : {})}
      />
      <div role="status" className="grid gap-3 empty:hidden">
        {found ? (
          <>
            <p>
              {t.rich('found', {
                symbol: found.symbol,
                name: found.name,
                decimals: found.decimals,
                // Letters that run from right to left would otherwise reorder the text around them.
                bdi: (text) => <bdi className="wrap-anywhere">{text}</bdi>,
              })}
            </p>
            <p className="border-s-2 border-warning ps-3 text-sm">
              {alike ? t('alike', { symbol: alike }) : t('warning')}
            </p>
          </>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-3">
        {found ? (
          <Button variant="primary" onClick={() => add(found)}>
            {t('add', { symbol: found.symbol })}
          </Button>
        ) : null}
        <Button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
          {t('lookUp')}
        </Button>
      </div>
    </form>
  );
}
