import type { Faults } from './faults';
import type { ApiObject, State } from './state';

/** How the issuer's account is set up. A Stripe account has the same in its dashboard. */
export interface AccountSettings {
  /** Endpoint that decides authorizations. Without it, the issuer approves all that its own rules allow. */
  decision: Endpoint | undefined;
  /** Endpoint for all events except `issuing_authorization.request`. */
  events: Endpoint | undefined;
  /** Decision if the endpoint doesn't answer in time. */
  onTimeout: 'approve' | 'decline';
}

export interface Endpoint {
  url: string;
  /** Signing secrets. During a rotation there are two, and each signature header has a signature of both. */
  secrets: readonly string[];
}

export interface Issuer {
  state: State;
  faults: Faults;
  settings: AccountSettings;
  /** Time in whole seconds. */
  now(): number;
  /** Creates an event with a copy of the object as it is now, and sends it. */
  emit(type: string, stored: ApiObject, details?: EventDetails): void;
}

export interface EventDetails {
  /** Earlier values of the changed fields. */
  previous?: object;
  request?: { id: string | null; idempotency_key: string | null };
}
