import { z } from 'zod';
import { newId } from '../state/ids';
import type { Cardholder } from '../state/state';
import {
  address,
  emptyableText,
  expand,
  integer,
  mergeMetadata,
  metadata,
  onlyExpand,
  readForm,
  text,
} from '../wire/form';
import { listFields, listPage, matches } from '../wire/list';
import { type Call, change, type Route } from './call';
import { findCardholder } from './find';
import { mergeControls, noControls, spendingControlParams } from './spending-controls';

const individual = z.strictObject({
  card_issuing: z
    .strictObject({
      user_terms_acceptance: z
        .strictObject({
          date: integer(0).optional(),
          ip: z.union([z.ipv4(), z.ipv6()]).optional(),
          user_agent: emptyableText().optional(),
        })
        .optional(),
    })
    .optional(),
  dob: z.strictObject({ day: integer(1, 31), month: integer(1, 12), year: integer(1900, 2100) }).optional(),
  first_name: text().optional(),
  last_name: text().optional(),
});

const fields = {
  email: z.email().optional(),
  expand,
  individual: individual.optional(),
  metadata,
  phone_number: text(20).optional(),
  preferred_locales: z.array(z.enum(['de', 'en', 'es', 'fr', 'it'])).optional(),
  spending_controls: spendingControlParams
    .extend({ spending_limits_currency: text(3).optional() })
    .optional(),
  status: z.enum(['active', 'inactive']).optional(),
};

const createParams = z.strictObject({
  ...fields,
  billing: z.strictObject({ address }),
  name: text(24),
  type: z.enum(['individual', 'company']).optional(),
});
const updateParams = z.strictObject({ ...fields, billing: z.strictObject({ address }).optional() });
const listParams = z.strictObject({
  ...listFields,
  email: text().optional(),
  phone_number: text().optional(),
  status: z.enum(['active', 'blocked', 'inactive']).optional(),
  type: z.enum(['individual', 'company']).optional(),
});

const addressOf = ({ address: given }: { address: z.output<typeof address> }) => ({
  address: { ...given, line2: given.line2 ?? null, state: given.state ?? null },
});

function individualOf(params: z.output<typeof individual> | undefined): Cardholder['individual'] {
  if (!params) return null;
  const terms = params.card_issuing?.user_terms_acceptance;
  return {
    card_issuing: terms
      ? {
          user_terms_acceptance: {
            date: terms.date ?? null,
            ip: terms.ip ?? null,
            user_agent: terms.user_agent ?? null,
          },
        }
      : null,
    dob: params.dob ?? null,
    first_name: params.first_name ?? null,
    last_name: params.last_name ?? null,
    verification: null,
  };
}

/** What the cardholder must still provide before its cards can be active. */
function requirementsOf({ individual: person, type }: Pick<Cardholder, 'individual' | 'type'>) {
  const terms = person?.card_issuing?.user_terms_acceptance;
  const missing = [
    !person?.first_name && 'individual.first_name',
    !person?.last_name && 'individual.last_name',
    !terms?.date && 'individual.card_issuing.user_terms_acceptance.date',
    !terms?.ip && 'individual.card_issuing.user_terms_acceptance.ip',
  ].filter((name) => name !== false);
  const past_due = type === 'individual' ? missing : [];
  return { disabled_reason: past_due.length > 0 ? 'requirements.past_due' : null, past_due };
}

function create({ issuer, form, emit }: Call): Cardholder {
  const params = readForm(createParams, form);
  const person = { individual: individualOf(params.individual), type: params.type ?? 'individual' };
  const holder = issuer.state.cardholders.add({
    ...person,
    id: newId('ich'),
    object: 'issuing.cardholder',
    billing: addressOf(params.billing),
    company: null,
    created: issuer.now(),
    email: params.email ?? null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
    phone_number: params.phone_number ?? null,
    preferred_locales: params.preferred_locales ?? [],
    requirements: requirementsOf(person),
    spending_controls: mergeControls(
      noControls(params.spending_controls?.spending_limits_currency ?? null),
      params.spending_controls,
    ),
    status: params.status ?? 'active',
  });
  emit('issuing_cardholder.created', holder);
  return holder;
}

function update({ issuer, id, form, emit }: Call): Cardholder {
  const params = readForm(updateParams, form);
  const holder = findCardholder(issuer, id);
  const person = {
    individual: params.individual ? individualOf(params.individual) : holder.individual,
    type: holder.type,
  };
  const previous = change(holder, {
    individual: person.individual,
    requirements: requirementsOf(person),
    billing: params.billing ? addressOf(params.billing) : holder.billing,
    email: params.email ?? holder.email,
    metadata: mergeMetadata(holder.metadata, params.metadata),
    phone_number: params.phone_number ?? holder.phone_number,
    preferred_locales: params.preferred_locales ?? holder.preferred_locales,
    spending_controls: mergeControls(holder.spending_controls ?? noControls(null), params.spending_controls),
    status: params.status ?? holder.status,
  });
  emit('issuing_cardholder.updated', holder, previous);
  return holder;
}

const path = '/v1/issuing/cardholders';

export const cardholderRoutes: Route[] = [
  { method: 'POST', path, run: create },
  {
    method: 'GET',
    path,
    run: ({ issuer, form }) => {
      const params = readForm(listParams, form);
      const { email, phone_number, status, type } = params;
      const items = issuer.state.cardholders.newestFirst();
      const listed = items.filter((item) => matches(item, { email, phone_number, status, type }));
      return listPage(listed, { kind: 'issuing cardholder', url: path, params });
    },
  },
  {
    method: 'GET',
    path: `${path}/:id`,
    run: ({ issuer, id, form }) => {
      readForm(onlyExpand, form);
      return findCardholder(issuer, id);
    },
  },
  { method: 'POST', path: `${path}/:id`, run: update },
];
