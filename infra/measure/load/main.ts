// npm run load: a realistic mix of requests to a separate local platform, compared with the maximum of its database.
import autocannon, { type Result } from 'autocannon';
import { runCommand } from '../../command/command-line.ts';
import { startProgress } from '../../local/progress.ts';
import { type LoadArguments, readArguments, usage } from './arguments.ts';
import { type AttackResult, formatAttacks, measureAttacks, withstandsAttacks } from './attacks.ts';
import { measureBursts } from './burst.ts';
import { measureCeiling } from './ceiling.ts';
import { rehearseMix, toLoadRequests } from './mix.ts';
import { measurePush, type PushLoadSize } from './push-load.ts';
import { evaluatePushLoad, formatPushReport, isPushGood, type PushLoad } from './push-report.ts';
import { formatLoadReport, isGood, type LoadResult } from './report.ts';
import { type Memory, startPlatformProcess } from './under-load.ts';

async function measure(
  { seconds, connections, burst }: LoadArguments,
  say: (what: string) => void,
): Promise<LoadResult> {
  const platform = await startPlatformProcess(say);
  try {
    const send = (duration: number): Promise<Result> =>
      autocannon({
        url: platform.address,
        connections,
        duration,
        timeout: 30,
        idReplacement: true,
        requests: toLoadRequests(platform),
      });
    await rehearseMix(platform);
    const half = Math.max(1, Math.round(seconds / 2));
    say(`warming up for ${Math.min(10, half)} s`);
    await send(Math.min(10, half));
    const memory: Memory[] = [await platform.memory()];
    const halves: Result[] = [];
    for (const name of ['first', 'second']) {
      say(`${name} half, ${half} s with ${connections} connections`);
      halves.push(await send(half));
      memory.push(await platform.memory());
    }
    say(`a burst of ${burst} calls`);
    const bursts = await measureBursts(
      platform,
      await platform.prepareBursts({ people: burst, seats: 30 }),
      Math.round(burst * 0.8),
    );
    say("DynamoDB Local's own ceiling");
    const ceiling = await measureCeiling(platform, connections, Math.min(5, half));
    return { halves, memory, ceiling, bursts };
  } finally {
    await platform.stop();
  }
}

async function measurePushChannel(size: PushLoadSize, say: (what: string) => void): Promise<PushLoad> {
  const platform = await startPlatformProcess(say, { hasPush: true });
  try {
    return await measurePush(platform, size, say);
  } finally {
    await platform.stop();
  }
}

async function measureAttacksOnPlatform(
  seconds: number,
  say: (what: string) => void,
): Promise<AttackResult[]> {
  const platform = await startPlatformProcess(say);
  try {
    return await measureAttacks(platform, seconds, say);
  } finally {
    await platform.stop();
  }
}

async function main(args: readonly string[]): Promise<void> {
  const options = readArguments(args);
  const say = startProgress('Load', process.stderr);
  if (options.push) {
    const load = await measurePushChannel(options.push, say);
    say.done();
    console.log(formatPushReport(load));
    if (!isPushGood(evaluatePushLoad(load))) process.exitCode = 1;
    return;
  }
  if (options.attacks) {
    const results = await measureAttacksOnPlatform(options.seconds, say);
    say.done();
    console.log(formatAttacks(results));
    if (!withstandsAttacks(results)) process.exitCode = 1;
    return;
  }
  const result = await measure(options, say);
  say.done();
  console.log(formatLoadReport(result));
  if (!isGood(result)) process.exitCode = 1;
}

await runCommand(main, { what: 'The load', usage });
