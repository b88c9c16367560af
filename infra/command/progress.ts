// Shows the progress of a command: a bar on a terminal, occasional lines elsewhere.
import { Presets, SingleBar } from 'cli-progress';

/** Receives how many rows are done. */
export interface Progress {
  begin(what: string, total: number): void;
  add(rows: number): void;
  end(): void;
}

/** Where progress is shown. */
export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** A bar on a terminal; elsewhere a line at the start and at every tenth. Both on stderr, separate from the report. */
export function createProgress(stream: ProgressStream): Progress {
  return stream.isTTY ? createBar(stream) : createLines(stream);
}

function createBar(stream: ProgressStream): Progress {
  let current: SingleBar | undefined;
  return {
    begin(what, total) {
      current = new SingleBar(
        {
          format: `${what} {bar} {value} of {total}, {eta_formatted} left`,
          stream,
          hideCursor: true,
          clearOnComplete: true,
        },
        Presets.shades_classic,
      );
      current.start(total, 0);
    },
    add: (rows) => current?.increment(rows),
    end: () => current?.stop(),
  };
}

function createLines(stream: ProgressStream): Progress {
  let what = '';
  let total = 0;
  let done = 0;
  const printLine = (): void => {
    stream.write(`${what}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}\n`);
  };
  return {
    begin(kind, rows) {
      what = kind;
      total = rows;
      done = 0;
      printLine();
    },
    add(rows) {
      const tenth = Math.floor((done / total) * 10);
      done += rows;
      if (Math.floor((done / total) * 10) > tenth) printLine();
    },
    end: () => undefined,
  };
}
