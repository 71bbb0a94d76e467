import { readAllowance } from './allowance';
import { addressValue, knownAt, networkFact, type SigningContext } from './context';
import { type Finding, found, ranked } from './finding';
import type { TypedDataRequest, TypedDomain } from './parse-typed-data';
import { readOrder } from './read-order';
import { type Fact, type Reading, textFact } from './reading';
import { typedAllowances } from './typed-allowances';
import { messageFacts } from './typed-data-fields';
import { ordersIn } from './typed-orders';

/** So many orders of one signature are listed. */
const SHOWN_ORDERS = 8;

function domainFindings({ chainId, verifyingContract }: TypedDomain, context: SigningContext): Finding[] {
  const findings = chainId === undefined ? [found('noChain')] : [];
  if (verifyingContract === undefined) return [...findings, found('noVerifyingContract')];
  const nature = context.natures.get(verifyingContract);
  if (knownAt(context, verifyingContract) === null)
    findings.push(found('unknownContract', verifyingContract));
  if (nature === 'account') findings.push(found('noCode', verifyingContract));
  if (nature === 'unknown') findings.push(found('notChecked', verifyingContract));
  return findings;
}

function domainFacts(
  { name, version, chainId, verifyingContract, salt }: TypedDomain,
  context: SigningContext,
): Fact[] {
  const facts: Fact[] = [];
  if (name !== undefined) facts.push(textFact('name', name));
  if (version !== undefined) facts.push(textFact('version', version));
  if (chainId !== undefined) facts.push(networkFact(context, chainId));
  if (verifyingContract !== undefined)
    facts.push({ label: 'contract', value: addressValue(context, verifyingContract) });
  if (salt !== undefined) facts.push(textFact('salt', salt));
  return facts;
}

/** Whether a message is nothing but hashes: whoever signs it cannot know what it stands for. */
function isBlind({ structs, primaryType }: TypedDataRequest): boolean {
  const fields = structs.get(primaryType) ?? [];
  return fields.length > 0 && fields.every(({ type }) => /^bytes32(?:\[\d*\])*$/.test(type));
}

/** What signing typed data gives, by its permits and orders, and what is to be minded about it. */
export function readTypedData(request: TypedDataRequest, context: SigningContext): Reading {
  const { domain, primaryType, message } = request;
  const orders = ordersIn(message, context.account);
  const parts = [
    ...typedAllowances(request, context.account).map((allowance) => readAllowance(allowance, context)),
    ...orders.slice(0, SHOWN_ORDERS).map((order) => readOrder(order, context)),
  ];
  const { facts, isWhole } = messageFacts(request, context);
  const isAllShown = isWhole && orders.length <= SHOWN_ORDERS;
  return {
    findings: ranked([
      ...parts.flatMap(({ findings }) => findings),
      ...(isBlind(request) ? [found('blindHash')] : []),
      ...domainFindings(domain, context),
      ...(isAllShown ? [] : [found('notAllShown')]),
    ]),
    groups: [
      ...parts.map(({ group }) => group),
      { title: 'domain', facts: domainFacts(domain, context) },
      { title: 'content', facts: [textFact('kind', primaryType), ...facts] },
    ],
  };
}
