/** Server-sent events, from the bytes of a response: each has a name, and data in JSON on one line. */

export interface Event {
  name: string;
  data: unknown;
}

/** The events of a stream, as they come; comments, which keep a connection alive, are left out. */
export async function* events(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const text = decoder.decode(read.value, { stream: true });
      // A long answer comes in many pieces; they are put together once.
      pieces.push(text);
      if (!text.includes("\n")) continue;
      const blocks = pieces.join("").split("\n\n");
      pieces.length = 0;
      pieces.push(blocks.pop() ?? "");
      for (const block of blocks) {
        const event = parsed(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parsed(block: string): Event | null {
  const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trimStart()]));
  const data = fields.get("data");
  return data === undefined ? null : { name: fields.get("event") ?? "message", data: JSON.parse(data) };
}
