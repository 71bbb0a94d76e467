import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import type { ChainMapping } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { LOOPBACK_NODES, type NodeUrlProblem, readNodeUrl } from '@/lib/evm/node-url';
import { checkNode, type NodeProblem } from '@/lib/wallet/networks/check-node';
import { ownNodeUrl } from '@/lib/wallet/networks/own-nodes';
import { useChooseNode } from '@/lib/wallet/networks/use-choose-node';

type Problem = NodeProblem | { problem: NodeUrlProblem };

/** React hook that returns a function that says why an address can't be used. */
function useProblemText({ id, name }: ChainMapping, allowed: readonly string[]) {
  const t = useTranslations('wallet.settings.nodes.problem');
  const format = useFormatter();
  return (found: Problem): string => {
    if (found.problem === 'wrongChain')
      return t('wrongChain', { network: name, wanted: String(id), served: String(found.served) });
    if (found.problem !== 'notAllowed') return t(found.problem);
    const places = allowed.map((origin) => (origin === LOOPBACK_NODES ? t('thisDevice') : origin));
    return t('notAllowed', { places: format.list(places, { type: 'disjunction' }) });
  };
}

/**
 * Form for the user's own node of a network. The address is asked for its chain and latest block before it is used, and only by
 * this page: nothing of it goes to the site's server.
 */
export function NodeForm({
  chain,
  allowed,
  onClose,
}: {
  chain: ChainMapping;
  /** Origins that the page's policy allows, and `loopback`. */
  allowed: readonly string[];
  onClose: () => void;
}) {
  const t = useTranslations('wallet.settings.nodes');
  const problemText = useProblemText(chain, allowed);
  const choose = useChooseNode();
  const { id, name } = chain;
  const current = ownNodeUrl(id);
  const [text, setText] = useState(current ?? '');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isChecking, setChecking] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const use = (url: string | null) => {
    const isStored = choose(id, url);
    notify(
      isStored ? 'success' : 'warning',
      isStored ? t(url === null ? 'siteUsed' : 'ownUsed', { network: name }) : t('notKept'),
    );
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isChecking) return;
    const read = readNodeUrl(text, allowed);
    if ('problem' in read) return setProblem(read);
    setProblem(null);
    setChecking(true);
    const found = await checkNode(read.url, id);
    // The user may have closed the form meanwhile.
    if (!isOpen.current) return;
    setChecking(false);
    if (found) setProblem(found);
    else use(read.url);
  };
  return (
    <form noValidate className="grid gap-3 pb-3" onSubmit={(event) => void submit(event)}>
      <Field
        label={t('address', { network: name })}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="http://127.0.0.1:8545"
        value={text}
        readOnly={isChecking}
        onChange={(value) => {
          setText(value);
          setProblem(null);
        }}
        hint={isChecking ? t('checking') : t('hint')}
        {...(problem ? { error: problemText(problem) } : {})}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" variant="primary" aria-disabled={isChecking}>
          {t('use')}
        </Button>
        {current === null ? null : (
          <Button size="small" onClick={() => use(null)}>
            {t('useSite')}
          </Button>
        )}
        <Button size="small" variant="plain" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
