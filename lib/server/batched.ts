import 'server-only';

type Waiting<Input, Output> = {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
};

/**
 * Returns a function that joins concurrent calls: those that arrive while `run` is busy share its next run, at most
 * `limit` of them. `run` returns one result per input, in the same order. If it throws, all calls of the run fail, so it
 * must not throw because of one input.
 */
export function batched<Input, Output>(
  limit: number,
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  const waiting: Waiting<Input, Output>[] = [];
  let isRunning = false;
  const drain = async () => {
    isRunning = true;
    // Calls that one event makes, such as a notification for many devices, share the first run.
    await Promise.resolve();
    while (waiting.length > 0) {
      const calls = waiting.splice(0, limit);
      try {
        const outputs = await run(calls.map(({ input }) => input));
        for (const [index, output] of outputs.entries()) calls[index]?.resolve(output);
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
    isRunning = false;
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (!isRunning) void drain();
    });
}
