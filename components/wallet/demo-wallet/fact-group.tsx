import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { Fact, Group } from '@/lib/wallet/signing/reading';
import { FactText } from './fact-text';

/** Deeper fields are told by their names alone: a phone has no more room. */
const DEEPEST_INDENT = 4;

function FactLine({ fact }: { fact: Fact }) {
  const t = useTranslations('wallet.signing.fact');
  const isOwn = 'label' in fact;
  const indent = isOwn ? 0 : Math.min(fact.depth, DEEPEST_INDENT);
  const isHead = !isOwn && fact.value.kind === 'text' && fact.value.text === '';
  return (
    <div className="border-b border-line py-2" style={{ paddingInlineStart: `${indent * 0.75}rem` }}>
      <dt className={isOwn ? 'text-xs text-muted' : 'font-mono text-xs break-all text-muted'}>
        {isOwn ? t(fact.label) : fact.field}
      </dt>
      <dd className={isHead ? 'sr-only' : 'figures text-sm wrap-anywhere whitespace-pre-wrap'}>
        {isHead ? '–' : <FactText value={fact.value} />}
      </dd>
    </div>
  );
}

/** One part of what a request says, each thing by its name; `number` tells it from others of its kind. */
export function FactGroup({ group: { title, facts }, number }: { group: Group; number: number | null }) {
  const t = useTranslations('wallet.signing.group');
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are read
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className="text-sm font-[550]">
        {t(title)}
        {number === null ? null : <span className="figures"> {number}</span>}
      </h3>
      <dl className="border-t border-line">
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fact is its place in the request
          <FactLine key={index} fact={fact} />
        ))}
      </dl>
    </div>
  );
}
