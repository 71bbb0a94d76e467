/**
 * What a purchase costs, from the issuer's facts alone. Shares no code with the server. Amounts are in cents, and in base units of a
 * token with 6 decimals.
 */

/** Price in units of 10⁻¹⁸ US dollars per token, and the margin in basis points. */
export type Quote = { price: bigint; marginBps: bigint };
export type Approval = Quote & { id: string; at: number; cents: number };
/** A capture (negative), a refund, or a refund that was taken back (negative). Times are in seconds. */
export type Movement = Quote & { id: string; at: number; cents: number; isCapture: boolean };
export type Purchase = {
  status: 'closed' | 'expired' | 'pending' | 'reversed' | 'none';
  isApproved: boolean;
  /** What the issuer says is authorized. */
  cents: number;
  approvals: readonly Approval[];
  /** Captures, refunds, and won disputes. */
  movements: readonly Movement[];
};

const divide = (dividend: bigint, divisor: bigint, isUp: boolean) =>
  dividend / divisor + (isUp && dividend % divisor > 0n ? 1n : 0n);

/** Base units for cents at a price: 10⁶ units per token, 100 cents per dollar. */
const unitsOf = (cents: number, { price, marginBps }: Quote, isUp: boolean): bigint =>
  divide(BigInt(cents) * 10n ** 22n * (10_000n + marginBps), price * 10_000n, isUp);

type Part = { cents: number; units: bigint };

const centsOf = (parts: readonly Part[]) => parts.reduce((sum, { cents }) => sum + cents, 0);

/** Returns the base units of the first `cents` of parts, at most of all. Only the cents within a part are rounded. */
function firstOf(parts: readonly Part[], cents: number, isUp: boolean): bigint {
  let [left, units] = [Math.max(cents, 0), 0n];
  for (const part of parts) {
    const taken = Math.min(left, part.cents);
    if (taken > 0) units += divide(part.units * BigInt(taken), BigInt(part.cents), isUp);
    left -= taken;
  }
  return units;
}

const inTime = (one: { at: number; id: string }, other: { at: number; id: string }) =>
  one.at - other.at || (one.id < other.id ? -1 : 1);

/** Returns what the account pays for a purchase in total (less what came back), and what is reserved for it. */
export function costOf(purchase: Purchase): { paid: bigint; held: bigint } {
  const { status, isApproved, cents, movements } = purchase;
  const approvals = isApproved ? purchase.approvals.toSorted(inTime) : [];
  const parts = approvals.map((one) => ({
    at: one.at,
    cents: one.cents,
    units: unitsOf(one.cents, one, true),
  }));
  const priceOf = (some: number) => firstOf(parts, some, true);
  const all = centsOf(parts);
  const hasEnded = status === 'expired' || status === 'reversed';
  const limit = hasEnded ? all : Math.min(isApproved ? cents : 0, all);

  const costs: Part[] = [];
  let used = 0;
  for (const capture of movements.filter(({ isCapture }) => isCapture).toSorted(inTime)) {
    const amount = -capture.cents;
    const approved = parts.reduce((sum, { at, cents: part }, index) => {
      return index === 0 || at <= capture.at ? sum + part : sum;
    }, 0);
    const covered = Math.min(amount, Math.max(Math.min(approved, limit) - used, 0));
    const units = priceOf(used + covered) - priceOf(used) + unitsOf(amount - covered, capture, true);
    costs.push({ cents: amount, units });
    used += covered;
  }

  const backFor = (some: number) => firstOf(costs, some, false);
  const captured = centsOf(costs);
  let paid = costs.reduce((sum, { units }) => sum + units, 0n);
  let returned = 0;
  /** Refunds beyond the purchase, the latest one last. */
  const beyond: Part[] = [];
  const returns = movements.filter(({ isCapture }) => !isCapture);
  for (const one of returns.toSorted(
    (first, other) =>
      first.at - other.at || Number(first.cents < 0) - Number(other.cents < 0) || inTime(first, other),
  )) {
    if (one.cents >= 0) {
      const linked = Math.min(one.cents, captured - returned);
      const rest = {
        cents: one.cents - linked,
        units: unitsOf(one.cents - linked, { ...one, marginBps: 0n }, false),
      };
      paid -= backFor(returned + linked) - backFor(returned) + rest.units;
      returned += linked;
      if (rest.cents > 0) beyond.push(rest);
      continue;
    }
    let left = -one.cents;
    for (let last = beyond.pop(); last && left > 0; last = left > 0 ? beyond.pop() : undefined) {
      const taken = Math.min(left, last.cents);
      const units = divide(last.units * BigInt(taken), BigInt(last.cents), false);
      paid += units;
      left -= taken;
      if (taken < last.cents) beyond.push({ cents: last.cents - taken, units: last.units - units });
    }
    const linked = Math.min(left, returned);
    paid += backFor(returned) - backFor(returned - linked);
    returned -= linked;
    paid += unitsOf(left - linked, { ...one, marginBps: 0n }, true);
  }
  return { paid, held: status === 'pending' ? priceOf(limit) - priceOf(used) : 0n };
}
