// One attempt at every command of package.json, in its shortest form.

/** A command line, and how it must end. */
export interface Attempt {
  /** The script of package.json. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** 0 by default. */
  readonly exitCode?: number;
  /** A part of what it prints. */
  readonly prints: RegExp;
  /** Is interrupted, as by ctrl-c, once it has printed that. */
  readonly isInterrupted?: boolean;
  /** A hang is reported after so many minutes: several times what it takes on two busy cores, downloads included. */
  readonly minutes: number;
  /** Whether `.ci/run` tries it, for which it may take seconds, its packages apart. */
  readonly isQuick: boolean;
}

/** Without credentials, and without those that a computer keeps in files or gets of its cloud. */
const withoutCredentials = {
  AWS_REGION: 'us-east-1',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
};

/** Stands for the folder of the attempts, where they find `people.csv` and write what they make. */
export const attemptsFolder = '<folder>';

/** In the order in which they are tried: an import goes to the data that the start left, and the reset removes it. */
export const attempts: readonly Attempt[] = [
  { script: 'start', prints: /Rostrum is ready/, isInterrupted: true, minutes: 10, isQuick: true },
  {
    script: 'import',
    args: ['people', `${attemptsFolder}/people.csv`, '--tenant', 'demo'],
    prints: /people +2 +0 +0 +0/,
    minutes: 5,
    isQuick: true,
  },
  { script: 'admin', args: ['help'], prints: /create-tenant/, minutes: 5, isQuick: true },
  {
    script: 'admin',
    args: ['sign-in', '--platform', 'http://localhost:9'],
    exitCode: 1,
    prints: /No platform answers at/,
    minutes: 5,
    isQuick: true,
  },
  { script: 'reset', prints: /is empty: the next npm start creates it again/, minutes: 5, isQuick: true },
  {
    script: 'openapi',
    args: ['--out', `${attemptsFolder}/openapi`],
    prints: /billtracking\.json/,
    minutes: 5,
    isQuick: true,
  },
  { script: 'sbom', prints: /"bomFormat": "CycloneDX"/, minutes: 5, isQuick: true },
  { script: 'sam', args: ['--help'], prints: /sam local|with SAM CLI/, minutes: 5, isQuick: true },
  {
    script: 'deploy',
    args: ['dev'],
    env: withoutCredentials,
    exitCode: 1,
    prints: /No AWS credentials were found/,
    minutes: 5,
    isQuick: true,
  },
  { script: 'bench', args: ['contention'], prints: /Created a second/, minutes: 5, isQuick: true },
  { script: 'cost', args: ['--background'], prints: /A month of an idle tenant/, minutes: 5, isQuick: true },
  {
    script: 'load',
    args: ['--seconds', '0'],
    exitCode: 1,
    prints: /from 1 to 3600/,
    minutes: 5,
    isQuick: true,
  },
  { script: 'client', prints: /clients.typescript.dist/, minutes: 15, isQuick: false },
  {
    script: 'client:python',
    args: ['--out', `${attemptsFolder}/python`],
    prints: /python.identity/,
    minutes: 15,
    isQuick: false,
  },
  { script: 'record', args: ['getAward'], prints: /Tests +\d+ passed/, minutes: 30, isQuick: false },
  {
    script: 'mutate',
    args: ['shared/money/decimals.ts'],
    prints: /% Mutation score|# killed/,
    minutes: 15,
    isQuick: false,
  },
  { script: 'synth', prints: /Successfully synthesized/, minutes: 30, isQuick: false },
  {
    script: 'sam',
    args: ['crm', '--no-serve'],
    prints: /The template is .*\.template\.json/,
    minutes: 30,
    isQuick: false,
  },
  {
    script: 'bench',
    args: ['cold', '--runs', '1'],
    prints: /Cold start with TLS/,
    minutes: 30,
    isQuick: false,
  },
  {
    script: 'bench',
    args: ['sign-in', '--runs', '1'],
    prints: /the sign-in page/,
    minutes: 30,
    isQuick: false,
  },
  {
    script: 'bench',
    args: ['sandbox', '--runs', '1'],
    prints: /rendering a message/,
    minutes: 10,
    isQuick: false,
  },
  {
    script: 'bench',
    args: ['import', '--rows', '100'],
    prints: /A new person takes/,
    minutes: 30,
    isQuick: false,
  },
  { script: 'cost', prints: /The three most expensive/, minutes: 30, isQuick: false },
  {
    script: 'load',
    args: ['--seconds', '2', '--burst', '40'],
    prints: /Failures: 0, as it must be/,
    minutes: 30,
    isQuick: false,
  },
  {
    script: 'test:unit',
    args: ['infra/command/command-line.test.ts'],
    prints: /Tests +\d+ passed/,
    minutes: 15,
    isQuick: false,
  },
  {
    script: 'test',
    args: ['test/docs/push-client.test.ts'],
    prints: /Tests +\d+ passed/,
    minutes: 15,
    isQuick: false,
  },
  { script: 'check', prints: /no dependency violations found/, minutes: 30, isQuick: false },
];

/** Scripts that are tried by another: `check` runs the checks, and `.ci/run` runs each of them. */
export const triedByOthers: readonly string[] = [
  'check:types',
  'check:lint',
  'check:boundaries',
  'check:dead',
  'check:advisories',
  'try-commands',
];

/** The command line as it is typed. */
export const formatCommand = ({ script, args = [] }: Pick<Attempt, 'script' | 'args'>): string => {
  const npm = ['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`;
  const quote = (arg: string) => (/^[\w./:=<>-]+$/.test(arg) ? arg : `'${arg}'`);
  return [npm, ...(args.length > 0 ? ['--', ...args.map(quote)] : [])].join(' ');
};
