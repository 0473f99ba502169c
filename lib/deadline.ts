/**
 * Waits for work, but not for ever. The work itself is not stopped; whoever started it bounds that.
 */

/** Rejects when `work` is not done after `milliseconds`. */
export async function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new Error(`no answer within ${milliseconds} ms`));
    // After a pause of this very process, timers run before the answers that arrived meanwhile are read. One more turn
    // of the event loop reads them: a busy process must not blame the other side.
    timer = setTimeout(() => setImmediate(expire), milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
