// What a call of a sandbox costs: the first one of a process, the next ones, and the same work without a process of its own.
import comparisonTasks from '../../../functions/billtracking/bills/documents/comparison/comparison-tasks.ts';
import messageTasks from '../../../functions/crm/communication/message-templates/message-tasks.ts';
import { createSandbox } from '../../../shared/sandbox/sandbox.ts';
import { formatTable } from './markdown-table.ts';
import { computeSpread } from './statistics.ts';

const message = {
  subject: 'Dear {{ person.firstName }}',
  mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{ person.firstName }}, <a href="{{ links.unsubscribe }}">leave</a></mj-text></mj-column></mj-section></mj-body></mjml>',
};
const values = {
  person: { firstName: 'Ada' },
  association: { name: 'Cascadia' },
  links: {
    unsubscribe: 'https://a.example/leave',
    preferences: 'https://a.example/choose',
    view: 'https://a.example/view',
  },
  today: '2027-03-01',
};
const lines = Array.from({ length: 200 }, (_, index) => `Section ${index} of the bill.`);
const changed = lines.map((line, index) => (index % 10 === 0 ? `${line} Amended.` : line));

/** The work, in a process of its own and in this one. */
interface Work {
  readonly name: string;
  /** A new sandbox, which has no process yet. */
  readonly open: () => () => Promise<unknown>;
  readonly run: () => Promise<unknown>;
}

const limits = { seconds: 30, megabytes: 900 } as const;
const works: readonly Work[] = [
  {
    name: 'rendering a message',
    open: () => {
      const sandbox = createSandbox(async () => ({ default: messageTasks }), {
        what: 'The message',
        ...limits,
      });
      return () => sandbox.run('render', message, values);
    },
    run: () => messageTasks.tasks.render(message, values),
  },
  {
    name: 'comparing two bills of 200 lines',
    open: () => {
      const sandbox = createSandbox(async () => ({ default: comparisonTasks }), {
        what: 'The comparison',
        ...limits,
      });
      return () => sandbox.run('compare', lines, changed);
    },
    run: () => comparisonTasks.tasks.compare(lines, changed),
  },
];

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Medians, in milliseconds, of so many processes with twenty calls each. */
export async function measureSandbox(runs: number, say: (what: string) => void): Promise<string> {
  const rows: string[][] = [];
  for (const { name, open, run } of works) {
    say(name);
    const [cold, warm, own]: [number[], number[], number[]] = [[], [], []];
    await run();
    for (let count = 0; count < runs; count += 1) {
      const call = open();
      cold.push(await time(call));
      for (let next = 0; next < 20; next += 1) {
        warm.push(await time(call));
        own.push(await time(run));
      }
    }
    const medians = [cold, warm, own].map((measured) => computeSpread(measured).median);
    rows.push([name, ...medians.map((median) => median.toFixed(1))]);
  }
  return formatTable(['Work', 'First call', 'Next calls', 'Without a sandbox'], rows);
}
