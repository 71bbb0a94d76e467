import { z } from 'zod';
import { newId, newSecret } from '../state/ids';
import type { ApiObject, EphemeralKey, State } from '../state/state';
import { invalidParameter, noSuchObject } from '../wire/errors';
import { expand, onlyExpand, readForm, text } from '../wire/form';
import type { Call, Route } from './call';
import { findCard } from './find';

/** Keys for Issuing live as long as Stripe's. */
const LIFETIME_S = 15 * 60;

const createParams = z.strictObject({ expand, issuing_card: text(), nonce: text() });

const keyView = ({ card, nonce: _, ...key }: EphemeralKey): ApiObject => ({
  ...key,
  // Stripe returns this, too, although its types don't have it.
  ...{ associated_objects: [{ id: card, type: 'issuing.card' }] },
});

/** Returns a nonce for a browser, with which its site can get one key for the card. */
export function newNonce(state: State, card: string): string {
  const nonce = newSecret('ephkn_priv');
  state.nonces.set(nonce, card);
  return nonce;
}

function create({ issuer, form }: Call): ApiObject {
  const params = readForm(createParams, form);
  const card = findCard(issuer, params.issuing_card, 'issuing_card');
  if (issuer.state.nonces.get(params.nonce) !== card.id)
    throw invalidParameter('nonce', 'The nonce was already used, or belongs to another card.');
  issuer.state.nonces.delete(params.nonce);
  const created = issuer.now();
  return keyView(
    issuer.state.ephemeralKeys.add({
      id: newId('ephkey'),
      object: 'ephemeral_key',
      created,
      expires: created + LIFETIME_S,
      livemode: false,
      secret: newSecret('ek_test'),
      card: card.id,
      nonce: params.nonce,
    }),
  );
}

/** Returns whether a secret and nonce may show the secrets of a card now. */
export const mayShow = (
  { state, now }: Call['issuer'],
  { card, secret, nonce }: { card: string; secret: string; nonce: string },
): boolean =>
  state.ephemeralKeys
    .newestFirst()
    .some((key) => key.secret === secret && key.nonce === nonce && key.card === card && key.expires > now());

const path = '/v1/ephemeral_keys';

export const ephemeralKeyRoutes: Route[] = [
  { method: 'POST', path, run: create },
  {
    method: 'DELETE',
    path: `${path}/:id`,
    run: ({ issuer, id, form }) => {
      readForm(onlyExpand, form);
      const key = issuer.state.ephemeralKeys.get(id);
      if (!key) throw noSuchObject('ephemeral_key', id, 'id');
      issuer.state.ephemeralKeys.remove(id);
      return keyView({ ...key, expires: issuer.now() });
    },
  },
];
