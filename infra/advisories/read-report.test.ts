// What is read of `npm audit --json`. The report has the shape of npm 11 (@npmcli/arborist lib/audit-report.js and
// lib/vuln.js, @npmcli/metavuln-calculator lib/advisory.js); the refusal is what npm prints for a registry without advisories.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { acceptedAdvisories } from './accepted.ts';
import { findUnaccepted, readReport } from './read-report.ts';

const advisory = (id: string, dependency: string, severity: string) => ({
  source: 1_100_001,
  name: dependency,
  dependency,
  title: `A fault of ${dependency}`,
  url: `https://github.com/advisories/${id}`,
  severity,
  cwe: ['CWE-1321'],
  cvss: { score: 9.1, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:H/A:H' },
  range: '<0.9.2',
});
const vulnerability = (name: string, via: readonly unknown[]) => ({
  ...{ name, severity: 'critical', isDirect: true, via, effects: [], range: '<=0.9.1' },
  ...{ nodes: [`node_modules/${name}`], fixAvailable: true },
});
const report = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    'scim-patch': vulnerability('scim-patch', [advisory('GHSA-9m6g-wc8r-q59c', 'scim-patch', 'critical')]),
    hoek: vulnerability('hoek', [advisory('GHSA-jp4x-w63m-7wgm', 'hoek', 'high')]),
    joi: vulnerability('joi', ['hoek', advisory('GHSA-jp4x-w63m-7wgm', 'hoek', 'high')]),
    minimist: vulnerability('minimist', [advisory('GHSA-vh95-rmgr-6w4m', 'minimist', 'moderate')]),
  },
  metadata: { vulnerabilities: { info: 0, low: 0, moderate: 1, high: 2, critical: 1, total: 4 } },
});

/** The advisories of a text that is a report. */
function readAdvisories(text: string) {
  const answer = readReport(text);
  if ('unanswered' in answer) throw new Error(answer.unanswered);
  return answer.advisories;
}

describe('the report of npm audit', () => {
  it('names each advisory once, whatever depends on the package', () => {
    expect(readAdvisories(report).map(({ id, package: name }) => `${name} ${id}`)).toEqual([
      'scim-patch GHSA-9m6g-wc8r-q59c',
      'hoek GHSA-jp4x-w63m-7wgm',
      'minimist GHSA-vh95-rmgr-6w4m',
    ]);
  });

  it('fails the check for what is high or critical, and not listed with a reason', () => {
    const names = (accepted: Parameters<typeof findUnaccepted>[1]) =>
      findUnaccepted(readAdvisories(report), accepted).map(({ package: name }) => name);
    expect(names([])).toEqual(['scim-patch', 'hoek']);
    expect(names(acceptedAdvisories)).toEqual(['hoek']);
    const ofAnother = { id: 'GHSA-jp4x-w63m-7wgm', package: 'joi', reason: 'It is of hoek.' };
    expect(names([ofAnother])).toEqual(['scim-patch', 'hoek']);
  });

  it.each([
    [
      '{"message":"405 Method Not Allowed - POST https://registry.npmjs.org/-/npm/v1/security/advisories/bulk","method":"POST","statusCode":405,"body":"","error":{"summary":"","detail":""}}',
      '405 Method Not Allowed - POST https://registry.npmjs.org/-/npm/v1/security/advisories/bulk',
    ],
    ['{"auditReportVersion":3,"vulnerabilities":{}}', 'npm printed no report'],
    ['', 'npm printed no report'],
  ])('is no answer where npm prints %j', (text, reason) =>
    expect(readReport(text)).toEqual({ unanswered: reason }),
  );
});

it('every accepted advisory has a reason, and is of a package of the lock file', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  for (const { id, package: name, reason } of acceptedAdvisories) {
    expect(id).toMatch(/^GHSA(-[0-9a-z]{4}){3}$/);
    expect(packages).toHaveProperty([`node_modules/${name}`]);
    expect(reason.length).toBeGreaterThan(40);
  }
});
