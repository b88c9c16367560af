// Shows the steps of a start: an animated line on a terminal, one line per step elsewhere.

/** Reports the next step. */
export interface Progress {
  (what: string): void;
  /** Ends with how long it took. */
  done(): void;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Starts reporting the progress of `title` on `out`. */
export function startProgress(title: string, out: NodeJS.WriteStream = process.stdout): Progress {
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
  let step = '';
  let frame = 0;
  const draw = () => {
    frame += 1;
    out.write(`\r\x1b[2K${frames[frame % frames.length]} ${title}: ${step} (${seconds()} s)`);
  };
  const timer = out.isTTY ? setInterval(draw, 100) : undefined;
  timer?.unref();
  const report = (what: string) => {
    if (what === step) return;
    step = what;
    if (out.isTTY) draw();
    else out.write(`${title}: ${what}\n`);
  };
  const done = () => {
    clearInterval(timer);
    out.write(
      out.isTTY ? `\r\x1b[2K✔ ${title} took ${seconds()} s\n` : `${title}: ready after ${seconds()} s\n`,
    );
  };
  return Object.assign(report, { done });
}
