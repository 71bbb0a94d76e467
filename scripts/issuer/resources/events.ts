import { z } from 'zod';
import { newId } from '../state/ids';
import type { Issuer } from '../state/issuer';
import type { ApiObject, IssuerEvent } from '../state/state';
import { noSuchObject } from '../wire/errors';
import { onlyExpand, readForm, text } from '../wire/form';
import { listFields, listPage } from '../wire/list';
import { API_VERSION } from '../wire/version';
import type { Route } from './call';

/** Returns a new event with a copy of an object of the API. */
export const newEvent = (
  { now }: Pick<Issuer, 'now'>,
  type: string,
  object: ApiObject,
  details: { previous?: object; request?: IssuerEvent['request'] } = {},
): IssuerEvent => ({
  id: newId('evt'),
  object: 'event',
  api_version: API_VERSION,
  created: now(),
  data: structuredClone({
    object,
    ...(details.previous ? { previous_attributes: details.previous } : {}),
  }),
  livemode: false,
  pending_webhooks: 1,
  request: details.request ?? { id: null, idempotency_key: null },
  type,
});

const listParams = z.strictObject({
  ...listFields,
  type: text().optional(),
  types: z.array(text()).max(20).optional(),
});

const path = '/v1/events';

/** Returns whether an event's type is `wanted`, which can end in `*`. */
const isType = (type: string, wanted: string) =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

export const eventRoutes: Route[] = [
  {
    method: 'GET',
    path,
    run: ({ issuer, form }) => {
      const params = readForm(listParams, form);
      const wanted = params.types ?? (params.type ? [params.type] : ['*']);
      const events = issuer.state.events.newestFirst();
      const listed = events.filter(({ type }) => wanted.some((one) => isType(type, one)));
      return listPage(listed, { kind: 'event', url: path, params });
    },
  },
  {
    method: 'GET',
    path: `${path}/:id`,
    run: ({ issuer, id, form }) => {
      readForm(onlyExpand, form);
      const event = issuer.state.events.get(id);
      if (!event) throw noSuchObject('event', id, 'id');
      return event;
    },
  },
];
