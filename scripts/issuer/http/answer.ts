import type { Call, Route } from '../resources/call';
import type { Issuer } from '../state/issuer';
import type { ApiObject, Card } from '../state/state';
import { expanded, view } from '../state/views';
import { invalidParameter } from '../wire/errors';

const SECRETS = ['number', 'cvc'] as const;

const isListOfObjects = (object: ApiObject): object is ApiObject & { data: ApiObject[] } =>
  object.object === 'list';

const pathsIn = (form: unknown): string[] => {
  const paths: unknown = typeof form === 'object' && form ? Reflect.get(form, 'expand') : undefined;
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
};

const isSecret = (path: string) => SECRETS.some((secret) => path.split('.').includes(secret));

/** Returns number and CVC of a card if `expand` asks for them. Stripe does that for virtual cards, one at a time. */
function secretsOf({ state }: Issuer, card: Card, paths: readonly string[]): Partial<Record<string, string>> {
  state.expandedSecrets += 1;
  const { number, cvc } = state.secrets.get(card.id) ?? {};
  if (card.type !== 'virtual')
    throw invalidParameter('expand', 'The number and CVC of physical cards are not available by the API.');
  return { ...(paths.includes('number') ? { number } : {}), ...(paths.includes('cvc') ? { cvc } : {}) };
}

/** Runs a route, and returns its object as the API shows it, with the properties that `expand` asks for. */
export async function answerObject(
  issuer: Issuer,
  route: Route,
  {
    id,
    form,
    request,
  }: Pick<Call, 'form' | 'id'> & { request: { id: string; idempotency_key: string | null } },
): Promise<object> {
  const { state } = issuer;
  const all = pathsIn(form);
  const secretPaths = all.filter(isSecret);
  const paths = all.filter((path) => !isSecret(path));
  if (secretPaths.length > 0 && !(route.showsSecrets && secretPaths.every((path) => !path.includes('.'))))
    throw invalidParameter('expand', `This property cannot be expanded (${secretPaths[0]}).`);

  const emit: Call['emit'] = (type, stored, previous) =>
    issuer.emit(type, stored, { request, ...(previous ? { previous } : {}) });
  const stored = await route.run({ issuer, id, form, emit });
  if (isListOfObjects(stored)) {
    const list = { ...stored, data: stored.data.map((item) => view(state, item)) };
    return expanded(state, list, paths);
  }
  const shown = expanded(state, view(state, stored), paths);
  return secretPaths.length > 0
    ? { ...shown, ...secretsOf(issuer, stored as unknown as Card, secretPaths) }
    : shown;
}
