import type Stripe from 'stripe';
import { MERCHANTS } from '../scenarios/merchants';
import type { StepId } from '../scenarios/step-ids';
import { type Purchase, type PurchaseView, possibleSteps } from '../scenarios/steps';
import { STYLES } from './styles';
import { type Language, textsIn } from './texts';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** Steps without an amount, whose buttons are less prominent. */
const WITHOUT_AMOUNT: readonly StepId[] = ['reverse', 'expire'];

function money(language: Language, amount: number, currency: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
}

function layout(language: Language, path: string, content: string): string {
  const texts = textsIn(language);
  const other = language === 'en' ? 'zh-Hant' : 'en';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.title}</title>
<style>${STYLES}</style>
</head>
<body>
<header>
<h1>${texts.title}</h1>
<a href="${path}?lang=${other}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>
</header>
<main>
${content}
</main>
</body>
</html>
`;
}

/** Shows a problem: one that the terminal has a text for, or the issuer's message. */
function alertBox(language: Language, problem: string | undefined): string {
  if (!problem) return '';
  const text = textsIn(language).problems[problem] ?? problem;
  return `<p role="alert" class="problem">${escapeHtml(text)}</p>`;
}

interface StartOptions {
  language: Language;
  merchant?: string | undefined;
  last4?: string | undefined;
  problem?: string;
}

/** Page that starts a purchase. */
export function startPage({ language, merchant, last4 = '', problem }: StartOptions): string {
  const texts = textsIn(language);
  const options = MERCHANTS.map(
    ({ id, amount }) =>
      `<option value="${id}"${id === merchant ? ' selected' : ''}>${texts.merchants[id]} · ${money(language, amount, 'usd')}</option>`,
  );
  return layout(
    language,
    '/terminal',
    `<p>${texts.intro}</p>
${alertBox(language, problem)}
<form method="post" action="/terminal?lang=${language}">
<label for="merchant">${texts.merchant}</label>
<select id="merchant" name="merchant">${options.join('')}</select>
<label for="last4">${texts.last4}</label>
<input id="last4" name="last4" required inputmode="numeric" pattern="[0-9]{4}" maxlength="4" autocomplete="off" value="${escapeHtml(last4)}" aria-describedby="last4-help">
<p id="last4-help" class="help">${texts.last4Help}</p>
<label for="amount">${texts.amount}</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" aria-describedby="amount-help">
<p id="amount-help" class="help">${texts.amountHelp}</p>
<button>${texts.pay}</button>
</form>`,
  );
}

export const errorPage = (language: Language) =>
  layout(
    language,
    '/terminal',
    `${alertBox(language, 'gone')}<p><a href="/terminal?lang=${language}">${textsIn(language).another}</a></p>`,
  );

function outcome(language: Language, authorization: Stripe.Issuing.Authorization | undefined): string {
  const texts = textsIn(language);
  if (!authorization) return `<p class="outcome">${texts.offline}</p>`;
  const { approved, amount, currency, merchant_amount, merchant_currency, status } = authorization;
  const reason = authorization.request_history.at(-1)?.reason ?? '';
  const abroad =
    currency === merchant_currency ? '' : ` (${money(language, merchant_amount, merchant_currency)})`;
  return `<p class="outcome ${approved ? 'approved' : 'declined'}">${approved ? `✓ ${texts.approved}` : `✕ ${texts.declined}`}</p>
<dl>
<dt>${texts.held}</dt><dd>${money(language, amount, currency)}${abroad}</dd>
<dt>${texts.status}</dt><dd>${texts.statuses[status] ?? status}</dd>
<dt>${texts.reason}</dt><dd><code>${escapeHtml(reason)}</code></dd>
</dl>`;
}

function transactionList(language: Language, transactions: PurchaseView['transactions']): string {
  const texts = textsIn(language);
  const items = transactions.map(
    ({ type, amount, currency }) =>
      `<li><span>${texts.types[type] ?? type}</span><span>${money(language, Math.abs(amount), currency)}</span></li>`,
  );
  return `<h2>${texts.transactions}</h2>${items.length > 0 ? `<ul>${items.join('')}</ul>` : `<p class="help">${texts.none}</p>`}`;
}

interface PurchaseOptions {
  id: string;
  purchase: Purchase;
  view: PurchaseView;
  language: Language;
  problem?: string | undefined;
}

/** Page of a purchase: its outcome, and the steps that are possible next. */
export function purchasePage({ id, purchase, view, language, problem }: PurchaseOptions): string {
  const texts = textsIn(language);
  const steps = possibleSteps(purchase, view);
  const buttons = steps.map(
    (step) =>
      `<button name="step" value="${step}"${WITHOUT_AMOUNT.includes(step) ? ' class="quiet"' : ''}>${texts.steps[step]}</button>`,
  );
  return layout(
    language,
    `/terminal/${id}`,
    `<h2>${texts.merchants[purchase.merchant.id]}</h2>
<div role="status">${outcome(language, view.authorization)}</div>
${alertBox(language, problem)}
${transactionList(language, view.transactions)}
<h2>${texts.next}</h2>
<form method="post" action="/terminal/${id}?lang=${language}">
<label for="amount">${texts.amountIfOther}</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off">
<div class="steps">${buttons.join('')}</div>
</form>
<p><a href="/terminal?lang=${language}">${texts.another}</a></p>`,
  );
}
