// Shows on standard error what is in progress and for how long.

/**
 * Starts a line that is rewritten on a terminal and elsewhere repeated every ten seconds. Call `end` when it is over.
 * @param {string} what In a few words, without a full stop.
 */
export function progressLine(what) {
  const { stderr } = process;
  const began = performance.now();
  let turn = 0;
  let isDrawn = false;
  const draw = () => {
    isDrawn = true;
    const line = `${what} (${Math.round((performance.now() - began) / 1000)} s)`;
    if (!stderr.isTTY) stderr.write(`${line}\n`);
    else stderr.write(`\r\u001b[2K${`${'|/-\\'[turn++ % 4]} ${line}`.slice(0, (stderr.columns || 80) - 1)}`);
  };
  const timer = setInterval(draw, stderr.isTTY ? 120 : 10_000);
  // Without a terminal the first line is printed after half a second, so that short waits print nothing.
  const first = setTimeout(draw, stderr.isTTY ? 0 : 500);
  return {
    end() {
      clearInterval(timer);
      clearTimeout(first);
      if (isDrawn && stderr.isTTY) stderr.write('\r\u001b[2K');
    },
  };
}
