// New versions take over after a trial without failures, and not at all when something fails meanwhile.
import { expect, it } from 'vitest';
import { type Observations, shiftVersions, TrialFailed, type Versions } from './canary-shift.ts';

interface Alias {
  version: string;
  trial?: { readonly version: string; readonly share: number };
}

/** Functions in Lambda: their code, their versions and their aliases. */
function createLambda(code: Record<string, string>) {
  const versions = new Map<string, string[]>();
  const aliases = new Map<string, Alias>();
  const history: string[] = [];
  const adapter: Versions = {
    async publish(name) {
      const own = versions.get(name) ?? [];
      if (own.at(-1) !== code[name]) own.push(code[name] ?? '');
      versions.set(name, own);
      return String(own.length);
    },
    findCurrent: async (name) => aliases.get(name)?.version,
    async point(name, version, trial) {
      aliases.set(name, trial ? { version, trial } : { version });
      history.push(`${name} ${version}${trial ? ` ${trial.version}:${trial.share}` : ''}`);
    },
    async removeOthers(name, kept) {
      history.push(`${name} keeps ${kept.join(' ')}`);
    },
  };
  return { code, aliases, history, adapter };
}

const quiet: Observations = {
  listAlarms: async () => [],
  countErrors: async () => new Map(),
  countRefused: async () => 0,
};

/** A clock that a sleep sets forward. */
function createClock() {
  let time = Date.UTC(2026, 10, 25);
  return {
    now: () => new Date(time),
    sleep: async (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

const trial = { share: 0.1, minutes: 5 };

/** Two functions whose first versions are called; then one gets new code. */
async function deployTwice(observations: Observations, tried = true) {
  const lambda = createLambda({ one: 'a', two: 'a' });
  await shiftVersions(['one', 'two'], undefined, lambda.adapter, quiet, createClock());
  lambda.history.length = 0;
  lambda.code.one = 'b';
  const clock = createClock();
  const startedAt = clock.now().getTime();
  const result = shiftVersions(
    ['one', 'two'],
    tried ? trial : undefined,
    lambda.adapter,
    observations,
    clock,
  );
  const outcome = await result.catch((error: unknown) => error);
  return { ...lambda, outcome, minutes: (clock.now().getTime() - startedAt) / 60_000 };
}

it('the first deployment gives every function its alias at once', async () => {
  const lambda = createLambda({ one: 'a', two: 'a' });
  const clock = createClock();
  expect(await shiftVersions(['one', 'two'], trial, lambda.adapter, quiet, clock)).toEqual([]);
  expect(lambda.history.sort()).toEqual(['one 1', 'two 1']);
  expect(clock.now()).toEqual(createClock().now());
});

it('a new version gets a tenth of the calls for five minutes and then all; what did not change is not touched', async () => {
  const { history, minutes, outcome } = await deployTwice(quiet);
  expect(history).toEqual(['one 1 2:0.1', 'one 2', 'one keeps 1 2']);
  expect(minutes).toBe(5);
  expect(outcome).toEqual([{ name: 'one', old: '1', new: '2' }]);
});

it('without a trial, as in a rollback, it gets all calls at once', async () => {
  const { history, minutes } = await deployTwice(quiet, false);
  expect(history).toEqual(['one 2', 'one keeps 1 2']);
  expect(minutes).toBe(0);
});

it.each<[string, Partial<Observations>]>([
  [
    'an alarm goes off',
    {
      listAlarms: (() => {
        const calls = [['old'], ['old'], ['old', 'rostrum-prod-CrmFailures']];
        return async () => calls.shift() ?? [];
      })(),
    },
  ],
  [
    'one of its functions ends in errors',
    { countErrors: async (changed) => new Map(changed.map(({ name }) => [name, 3])) },
  ],
  [
    'more requests are answered with 5XX than in the same time before',
    {
      // The time before is what ends where the trial begins.
      countRefused: async (_, to) => (to.getTime() > Date.UTC(2026, 10, 25) ? 21 : 10),
    },
  ],
])('when %s, every alias names the old version again and the deployment fails', async (_, observed) => {
  const { aliases, outcome, minutes, history } = await deployTwice({ ...quiet, ...observed });
  expect(outcome).toBeInstanceOf(TrialFailed);
  expect(minutes).toBeLessThan(5);
  expect(history[0]).toBe('one 1 2:0.1');
  expect(Object.fromEntries(aliases)).toEqual({ one: { version: '1' }, two: { version: '1' } });
});

it('failures that were there before do not count against it', async () => {
  const { history } = await deployTwice({
    listAlarms: async () => ['rostrum-prod-CrmLatency'],
    countErrors: async (changed) => new Map(changed.map(({ name }) => [name, 2])),
    countRefused: async () => 500,
  });
  expect(history.at(-2)).toBe('one 2');
});

it('an error while the aliases are changed takes all of them back', async () => {
  const { outcome, aliases } = await deployTwice({
    ...quiet,
    countErrors: () => Promise.reject(new Error('throttled')),
  });
  expect(String(outcome)).toBe('Error: throttled');
  expect(aliases.get('one')).toEqual({ version: '1' });
});
