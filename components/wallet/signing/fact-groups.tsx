import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { SIGN_IN_STATEMENT } from '@/lib/session/sign-in-statement';
import { onOneLine } from '@/lib/wallet/signing/message';
import type { Fact, Group } from '@/lib/wallet/signing/reading';
import { FactText } from './fact-text';

/** Maximum indentation level for nested fields. Phones have no room for more. */
const DEEPEST_INDENT = 4;

/** Our own statement of a sign-in message in the user's language, because the message itself is in English. */
function StatementTranslation({ fact }: { fact: Fact }) {
  const text = useTranslations('wallet.signing')('signInStatement');
  const isOurs =
    'label' in fact &&
    fact.label === 'statement' &&
    fact.value.kind === 'text' &&
    fact.value.text === SIGN_IN_STATEMENT;
  if (!isOurs || text === SIGN_IN_STATEMENT) return null;
  return <span className="block text-muted">{text}</span>;
}

function FactLine({ fact }: { fact: Fact }) {
  const t = useTranslations('wallet.signing.fact');
  const isOwn = 'label' in fact;
  const isNamed = isOwn || fact.isLabel;
  const indent = isOwn ? 0 : Math.min(fact.depth, DEEPEST_INDENT);
  const isHead = !isOwn && fact.value.kind === 'text' && fact.value.text === '';
  return (
    <div className="border-b border-line py-2" style={{ paddingInlineStart: `${indent * 0.75}rem` }}>
      <dt className={isNamed ? 'text-xs text-muted' : 'font-mono text-xs break-all text-muted'}>
        {isOwn ? t(fact.label) : fact.isLabel ? onOneLine(fact.field) : fact.field}
      </dt>
      <dd className={isHead ? 'sr-only' : 'figures text-sm wrap-anywhere whitespace-pre-wrap'}>
        {isHead ? '–' : <FactText value={fact.value} />}
        <StatementTranslation fact={fact} />
      </dd>
    </div>
  );
}

/** One section of a decoded request. `number` distinguishes sections that have the same title. */
function FactGroup({ group: { title, facts }, number }: { group: Group; number: number | null }) {
  const t = useTranslations('wallet.signing.group');
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs, and these are read-only
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className="text-sm font-[550]">
        {t(title)}
        {number === null ? null : <span className="figures"> {number}</span>}
      </h3>
      <dl className="border-t border-line">
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fact is identified by its position
          <FactLine key={index} fact={fact} />
        ))}
      </dl>
    </div>
  );
}

/** Returns each group's one-based position among groups with the same title, or null if its title is unique. */
function numbersOf(groups: readonly Group[]): readonly (number | null)[] {
  const totals = new Map<Group['title'], number>();
  const positions = groups.map(({ title }) => {
    const position = (totals.get(title) ?? 0) + 1;
    totals.set(title, position);
    return position;
  });
  return groups.map(({ title }, index) => (totals.get(title) === 1 ? null : (positions[index] ?? null)));
}

/** Sections of a decoded request. */
export function FactGroups({ groups }: { groups: readonly Group[] }) {
  const numbers = numbersOf(groups);
  return groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its position
    <FactGroup key={index} group={group} number={numbers[index] ?? null} />
  ));
}
