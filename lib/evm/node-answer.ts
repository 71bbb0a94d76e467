type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns whether two hexadecimal values differ. Optional fields may be missing, so a missing value doesn't count. */
const differs = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && one.toLowerCase() !== other.toLowerCase();

/** Removes repeated logs and those that a reorganization removed. Nodes behind a load balancer may send both. */
function currentLogs(logs: readonly unknown[]): Fields[] {
  const seen = new Set<string>();
  return logs.filter((log): log is Fields => {
    if (!isFields(log) || log.removed === true) return false;
    const key = `${log.blockHash} ${log.logIndex}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Checks that a receipt is of the transaction, and its logs are of the receipt. */
function checkReceipt(receipt: Fields, hash: unknown): void {
  if (differs(receipt.transactionHash, hash)) throw new Error('the receipt is of another transaction');
  const logs: unknown[] = Array.isArray(receipt.logs) ? receipt.logs : [];
  if (currentLogs(logs).length < logs.length)
    throw new Error('a log of the receipt is removed or listed twice');
  for (const log of logs.filter(isFields))
    if (differs(log.transactionHash, hash) || differs(log.blockHash, receipt.blockHash))
      throw new Error('a log of the receipt is of another transaction or block');
}

const isIn = (wanted: unknown, value: unknown): boolean =>
  wanted === undefined ||
  wanted === null ||
  (Array.isArray(wanted) ? wanted : [wanted]).some((one) => !differs(one, value));

const isHex = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value);

/** Returns whether a log matches the filter of `eth_getLogs`. */
function matches(log: Fields, { address, topics, fromBlock, toBlock }: Fields): boolean {
  const logged: unknown[] = Array.isArray(log.topics) ? log.topics : [];
  const wanted: unknown[] = Array.isArray(topics) ? topics : [];
  const height = isHex(log.blockNumber) ? BigInt(log.blockNumber) : null;
  return (
    isIn(address, log.address) &&
    wanted.every(
      (topic, index) => isIn(topic, logged[index]) && (topic === null || logged[index] !== undefined),
    ) &&
    !(height !== null && isHex(fromBlock) && height < BigInt(fromBlock)) &&
    !(height !== null && isHex(toBlock) && height > BigInt(toBlock))
  );
}

/**
 * Returns an RPC endpoint's answer without logs that don't count. A faulty endpoint may mix up answers or invent some,
 * so the answer must also be about what was requested.
 * @throws Error if it contradicts the request or itself.
 */
export function checkedAnswer(
  { method, params }: { method: string; params?: unknown },
  answer: unknown,
): unknown {
  const [asked]: unknown[] = Array.isArray(params) ? params : [];
  if (method === 'eth_getLogs' && Array.isArray(answer) && isFields(asked)) {
    const logs = currentLogs(answer);
    if (!logs.every((log) => matches(log, asked))) throw new Error('a log does not match the request');
    return logs;
  }
  if (!isFields(answer)) return answer;
  if (method === 'eth_getTransactionReceipt') checkReceipt(answer, asked);
  if (method === 'eth_getTransactionByHash' && differs(answer.hash, asked))
    throw new Error('the transaction is another one');
  if (method === 'eth_getBlockByHash' && differs(answer.hash, asked))
    throw new Error('the block is another one');
  if (method === 'eth_getBlockByNumber' && isHex(asked) && isHex(answer.number))
    if (BigInt(answer.number) !== BigInt(asked)) throw new Error('the block has another number');
  return answer;
}
