import { withoutLocale } from '@/lib/i18n/routing';
import { checkVisible, parsePaymentRequest, type RequestRead, readRecipient, withoutThrowing } from './parse';

/** A bare .eth name; other names can't be distinguished from web addresses. */
const ENS_NAME = /^[^\s:/?#@]+\.eth$/i;

/** The request within a link to this site's own page for paying, or null. */
function ownLink(text: string, page: URL): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, pathname, searchParams } = new URL(text);
  const isOurs = origin === page.origin && withoutLocale(pathname) === page.pathname;
  return isOurs ? searchParams.get('request') : null;
}

/**
 * Reads what was scanned, pasted or linked to: a payment request, a link of this site that carries one, or an address by
 * itself, which leaves network, token and amount to the payer. `page` is where the site pays, in its first language.
 */
export function readPaymentText(text: string, page: URL): RequestRead {
  const trimmed = text.trim();
  const inner = ownLink(trimmed, page) ?? trimmed;
  if (!ENS_NAME.test(inner) && !/^0x[0-9a-f]*$/i.test(inner)) return parsePaymentRequest(inner);
  return withoutThrowing(() => ({
    ...readRecipient(checkVisible(inner)),
    chainId: null,
    token: null,
    amount: null,
  }));
}
