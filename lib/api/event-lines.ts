/** Prefix of the line with an event's data. */
const DATA = 'data: ';

/**
 * Reads a stream of server-sent events to its end, whose data are single lines. Other lines, such as heartbeats, are
 * skipped. @throws the error of a broken connection, or of `onData`, after which the connection is closed.
 */
export async function readEventLines(
  body: ReadableStream<BufferSource>,
  onData: (data: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let line = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (line + part.value).split('\n');
      line = lines.pop() ?? '';
      for (const one of lines) if (one.startsWith(DATA)) onData(one.slice(DATA.length));
    }
  } catch (error) {
    // Closes the connection if an event was invalid.
    await reader.cancel(error);
    throw error;
  }
}
