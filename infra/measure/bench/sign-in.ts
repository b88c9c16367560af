// What signing in costs: every step of it against DynamoDB Local, because what a step writes is another thing each time.
import { createHash, randomBytes } from 'node:crypto';
import { type MeasuredPlatform, startMeasuredPlatform } from './measured/measured-platform.ts';
import { computeSpread, type Spread } from './statistics.ts';

/** A step of a sign-in: requests to the database, those of them that follow each other, and milliseconds of a core. */
export interface SignInCost {
  readonly step: string;
  readonly trips: number;
  readonly rounds: number;
  readonly cpu: Spread;
}

/** The steps of one sign-in; the names stand in the table. */
export const signInSteps = {
  page: [
    'the application sends the person here',
    'the sign-in page',
    'user name and password',
    'the code becomes tokens',
  ],
  twoSteps: ['the list of workspaces', 'the token of one'],
} as const;

/** What a reply of the local platform says of its cost. */
interface StepReply {
  readonly location: string;
  readonly cookie: string | undefined;
  readonly trips: number;
  readonly rounds: number;
}

async function send(address: string, init: RequestInit): Promise<StepReply> {
  const response = await fetch(address, { ...init, redirect: 'manual' });
  const text = await response.text();
  if (response.status >= 400) throw new Error(`${address} answered ${response.status}: ${text}`);
  return {
    location: response.headers.get('location') ?? '',
    cookie: response.headers.getSetCookie()[0]?.split(';')[0],
    trips: Number(response.headers.get('x-round-trips')),
    rounds: Number(response.headers.get('x-rounds')),
  };
}

type Measure = (step: string, address: string, init?: RequestInit) => Promise<StepReply>;

const redirectUri = 'http://localhost:4000/auth-callback';
const form = (values: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(values),
});

/** Signs a user in on the page, up to the tokens. */
async function signInByPage({ serving }: MeasuredPlatform, measure: Measure): Promise<void> {
  const { signInClientId = '', signInClientSecret = '', userName = '', password = '' } = serving.demo.values;
  const verifier = randomBytes(32).toString('base64url');
  const request = new URLSearchParams({
    ...{ client_id: signInClientId, response_type: 'code', redirect_uri: redirectUri, scope: 'openid' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const [begin, show, submit, exchange] = signInSteps.page;
  const identity = serving.urls.identity;
  const begun = await measure(begin, `${identity}/connect/authorize?${request}`);
  const headers = { Cookie: begun.cookie ?? '' };
  await measure(show, begun.location, { headers });
  const credentials = { action: 'sign-in', userName, password };
  const back = await measure(submit, begun.location, { ...form(credentials), headers });
  const code = new URL(back.location).searchParams.get('code');
  if (code === null) throw new Error(`The sign-in led to ${back.location}`);
  await measure(
    exchange,
    `${identity}/connect/token`,
    form({
      ...{ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri },
      ...{ client_id: signInClientId, client_secret: signInClientSecret },
    }),
  );
}

/** Signs a user in in two steps. */
async function signInInTwoSteps({ serving }: MeasuredPlatform, measure: Measure): Promise<void> {
  const { userName = '', password = '', tenantCode = '' } = serving.demo.values;
  const [list, enter] = signInSteps.twoSteps;
  const json = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const services = `${serving.urls.identity}/api/v1/Services`;
  await measure(list, `${services}/Authrize`, json({ userName, password }));
  await measure(enter, `${services}/AuthorizeUserForWorkSpace`, json({ tenantCode, userName, password }));
}

/** Measures `times` sign-ins of each kind, after one to warm up. */
export async function measureSignIn(
  times: number,
  onProgress: (what: string) => void,
): Promise<readonly SignInCost[]> {
  const platform = await startMeasuredPlatform(onProgress);
  try {
    const found = new Map<string, { trips: number; rounds: number; cpu: number[] }>();
    const measure: Measure = async (step, address, init = {}) => {
      const since = process.cpuUsage();
      const reply = await send(address, init);
      const { user, system } = process.cpuUsage(since);
      const known = found.get(step);
      const cpu = known ? [...known.cpu, (user + system) / 1000] : [];
      found.set(step, { trips: reply.trips, rounds: reply.rounds, cpu });
      return reply;
    };
    for (let count = 0; count <= times; count += 1) {
      onProgress(`sign-in ${count} of ${times}`);
      await signInByPage(platform, measure);
      await signInInTwoSteps(platform, measure);
    }
    return [...found].map(([step, { trips, rounds, cpu }]) => ({
      ...{ step, trips, rounds },
      cpu: computeSpread(cpu),
    }));
  } finally {
    await platform.stop();
  }
}
