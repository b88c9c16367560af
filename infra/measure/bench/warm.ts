// Warm requests: all processes stay up and answer batches in turn, so that other load on the machine affects all
// equally.
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { type MeasuredProcess, startProcess } from './measured/measured-process.ts';
import type { ReadyContender } from './rehearsal.ts';
import { rotate } from './rotate.ts';
import { computeSpread, type Spread } from './statistics.ts';

/** The time of a warm request in milliseconds, and the size of its log. */
export interface WarmResult {
  readonly contender: ReadyContender;
  readonly cpu: Spread;
  readonly wall: Spread;
  readonly logBytes: number;
}

const batchCount = 20;

/** Measures about `requests` requests of every contender, in twenty batches, after as many again to warm up. */
export async function measureWarm(
  entrants: readonly ReadyContender[],
  requests: number,
  onProgress: (what: string) => void,
): Promise<readonly WarmResult[]> {
  const size = Math.max(1, Math.ceil(requests / batchCount));
  const running: {
    contender: ReadyContender;
    child: MeasuredProcess;
    cpu: number[];
    wall: number[];
    logBytes: number;
  }[] = [];
  try {
    for (const contender of entrants) {
      onProgress(`warm: warming up ${contender.name}, ${contender.scenario.title}`);
      const child = await startProcess(contender.subject);
      running.push({ contender, child, cpu: [], wall: [], logBytes: 0 });
      await child.answer(size * batchCount);
    }
    for (let batch = 1; batch <= batchCount; batch += 1) {
      onProgress(`warm: batch ${batch} of ${batchCount}`);
      for (const next of rotate(running, batch)) {
        const before = next.child.logBytes();
        const { count, cpu, wall, refused } = await next.child.answer(size);
        if (refused > 0) throw new Error(`${next.contender.name} refused ${refused} of ${count} requests`);
        next.cpu.push(cpu / count);
        next.wall.push(wall / count);
        next.logBytes = (next.child.logBytes() - before) / count;
      }
    }
  } finally {
    for (const { child } of running) await child.stop();
  }
  return running.map(({ contender, cpu, wall, logBytes }) => ({
    contender,
    cpu: computeSpread(cpu),
    wall: computeSpread(wall),
    logBytes: Math.round(logBytes),
  }));
}

/** The processor time of verifying an ES256 signature, in milliseconds, which no contender can avoid. */
export function measureSignatureCheck(): Spread {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const data = Buffer.from('a token of usual length'.repeat(20));
  const signature = sign('sha256', data, { key: pair.privateKey, dsaEncoding: 'ieee-p1363' });
  const key = createPublicKey({ key: pair.publicKey.export({ format: 'jwk' }), format: 'jwk' });
  const each = 300;
  const batch = () => {
    const since = process.cpuUsage();
    for (let index = 0; index < each; index += 1)
      verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature);
    const { user, system } = process.cpuUsage(since);
    return (user + system) / 1000 / each;
  };
  batch();
  return computeSpread(Array.from({ length: batchCount }, batch));
}
