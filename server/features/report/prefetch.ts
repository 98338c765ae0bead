/** Asks for an item while the one before it is used: the database reads a page while another is written. */
export async function* prefetch<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  const ask = () => {
    const next = iterator.next();
    // Its failure is told when it is awaited, not before.
    next.catch(() => undefined);
    return next;
  };
  try {
    let next = ask();
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = ask();
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
