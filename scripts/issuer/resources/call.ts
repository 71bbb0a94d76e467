import type { Issuer } from '../state/issuer';
import type { ApiObject } from '../state/state';

/** A request to the API. */
export interface Call {
  issuer: Issuer;
  /** ID in the path, or ''. */
  id: string;
  /** Decoded parameters of the body or, for GET, of the query. */
  form: unknown;
  /** Creates an event that names this request. */
  emit(type: string, stored: ApiObject, previous?: object): void;
}

export interface Route {
  method: 'DELETE' | 'GET' | 'POST';
  /** Path in the syntax of rou3. */
  path: string;
  /** Returns the stored object, or a list of them. */
  run(call: Call): ApiObject | Promise<ApiObject>;
  /** Whether the object can have secrets if `expand` asks for them. */
  showsSecrets?: true;
}

/** Changes an object and returns the earlier values of the fields that differ, for `previous_attributes`. */
export function change<Item extends object>(item: Item, changes: Partial<Item>): Partial<Item> {
  const previous: Partial<Item> = {};
  for (const key of Object.keys(changes) as (keyof Item)[]) {
    if (changes[key] === undefined || JSON.stringify(changes[key]) === JSON.stringify(item[key])) continue;
    previous[key] = item[key];
    item[key] = changes[key];
  }
  return previous;
}
