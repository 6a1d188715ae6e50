// SPDX-License-Identifier: Apache-2.0
// What the command serves (docs/viewer.md): descriptions as JSON, rows as little-endian numbers.

async function ask(path, headers = {}) {
  let reply;
  try {
    reply = await fetch(path, { headers });
  } catch {
    throw new Error('the command that served this page has ended; start `nonsmooth view` again');
  }
  if (!reply.ok) throw new Error((await reply.text()).trim() || `${path}: status ${reply.status}`);
  return reply;
}

export const getJson = async (path) => (await ask(path)).json();
export const getDoubles = async (path) => new Float64Array(await (await ask(path)).arrayBuffer());

/** Bytes [first, end) of a table; the server may cut a range short, so several may be needed. */
async function getRange(path, first, end) {
  const bytes = new Uint8Array(end - first);
  for (let at = first; at < end;) {
    const part = new Uint8Array(
      await (await ask(path, { Range: `bytes=${at}-${end - 1}` })).arrayBuffer());
    if (part.length === 0) throw new Error(`${path}: ended early`);
    bytes.set(part, at - first);
    at += part.length;
  }
  return bytes;
}

export const BODY = 14, CONTACT = 13;  // floats per row
const CHUNK_BYTES = 4 << 20, KEPT_BYTES = 384 << 20;

/** Frames of a scene run, fetched in chunks of records when they are looked at. */
export class Frames {
  t = [];
  bodyEnds = [];
  contactEnds = [];
  #chunks = new Map();  // number -> {records, bytes, bodies, contacts} or a promise
  #kept = 0;
  #perChunk = 0;

  get size() { return this.t.length; }

  /** What /api/progress said came since `size`. */
  extend(progress) {
    this.t.push(...progress.t);
    this.bodyEnds.push(...progress.body_ends);
    this.contactEnds.push(...progress.contact_ends);
    if (this.#perChunk === 0 && this.size > 0)
      this.#perChunk = Math.max(1, Math.min(256, Math.floor(CHUNK_BYTES / (this.bodyEnds[0] * BODY * 4 + 1))));
  }

  clear() {
    this.t = []; this.bodyEnds = []; this.contactEnds = [];
    this.#chunks.clear();
    this.#kept = 0;
  }

  /** The frame if it is here; otherwise null, and it is on its way. */
  peek(record) {
    const number = Math.floor(record / this.#perChunk), chunk = this.#chunks.get(number);
    if (!chunk || chunk.then || chunk.end <= record) {
      if (!chunk?.then) this.load(record).catch(() => {});
      return null;
    }
    this.#chunks.delete(number);  // the most recently used is the last
    this.#chunks.set(number, chunk);
    return this.#cut(chunk, record);
  }

  async load(record) {
    const number = Math.floor(record / this.#perChunk);
    let chunk = this.#chunks.get(number);
    if (chunk?.then) chunk = await chunk;
    if (!chunk || chunk.end <= record) {
      const coming = this.#fetch(number);
      this.#chunks.set(number, coming);
      try {
        chunk = await coming;
      } catch (error) {
        this.#chunks.delete(number);
        throw error;
      }
      this.#chunks.set(number, chunk);
      this.#kept += chunk.bytes;
      for (const [old, each] of this.#chunks)
        if (this.#kept > KEPT_BYTES && old !== number && !each.then) {
          this.#chunks.delete(old);
          this.#kept -= each.bytes;
        }
    }
    return this.#cut(chunk, record);
  }

  async #fetch(number) {
    const begin = number * this.#perChunk, end = Math.min(begin + this.#perChunk, this.size);
    const rows = (ends) => [begin > 0 ? ends[begin - 1] : 0, ends[end - 1]];
    const [b0, b1] = rows(this.bodyEnds), [c0, c1] = rows(this.contactEnds);
    const [bodies, contacts] = await Promise.all([
      getRange('/api/bodies', b0 * BODY * 4, b1 * BODY * 4),
      getRange('/api/contacts', c0 * CONTACT * 4, c1 * CONTACT * 4)]);
    return { begin, end, b0, c0, bytes: bodies.length + contacts.length,
             bodies: new Float32Array(bodies.buffer), contacts: new Float32Array(contacts.buffer) };
  }

  #cut(chunk, record) {
    const begin = (ends) => (record > 0 ? ends[record - 1] : 0);
    return {
      record, t: this.t[record],
      bodies: chunk.bodies.subarray((begin(this.bodyEnds) - chunk.b0) * BODY,
                                    (this.bodyEnds[record] - chunk.b0) * BODY),
      contacts: chunk.contacts.subarray((begin(this.contactEnds) - chunk.c0) * CONTACT,
                                        (this.contactEnds[record] - chunk.c0) * CONTACT),
    };
  }
}
