// Reads the report of `npm audit --json`: what is known against the packages of the lock file.
import * as z from 'zod';
import type { AcceptedAdvisory } from './accepted.ts';

/** Version 2, as @npmcli/arborist writes it (lib/audit-report.js, lib/vuln.js); `via` has names of dependencies too. */
const Report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([
          z.string(),
          z.object({
            dependency: z.string(),
            title: z.string(),
            url: z.string(),
            severity: z.string(),
            range: z.string(),
          }),
        ]),
      ),
    }),
  ),
});

/** What npm prints in its place where the registry gives no answer. */
const Refusal = z.object({ message: z.string() });

/** A known fault of a version of a package. */
export interface Advisory {
  readonly id: string;
  readonly package: string;
  readonly severity: string;
  readonly title: string;
  /** The versions that have it. */
  readonly range: string;
}

/** What is known, or why nothing could be learned. */
export type Answer = { readonly advisories: readonly Advisory[] } | { readonly unanswered: string };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads what `npm audit --json` printed. */
export function readReport(text: string): Answer {
  const printed = parseJson(text);
  const report = Report.safeParse(printed);
  if (!report.success) {
    const refusal = Refusal.safeParse(printed);
    return { unanswered: refusal.success ? refusal.data.message : 'npm printed no report' };
  }
  const byId = new Map<string, Advisory>();
  for (const { via } of Object.values(report.data.vulnerabilities))
    for (const entry of via) {
      if (typeof entry === 'string') continue;
      const { dependency, title, url, severity, range } = entry;
      const id = url.split('/').at(-1) ?? url;
      byId.set(`${id} ${dependency}`, { id, package: dependency, severity, title, range });
    }
  return { advisories: [...byId.values()] };
}

const isSerious = ({ severity }: Advisory): boolean => severity === 'high' || severity === 'critical';

/** The advisories of severity high or critical that are not accepted. */
export const findUnaccepted = (
  advisories: readonly Advisory[],
  accepted: readonly AcceptedAdvisory[],
): readonly Advisory[] =>
  advisories.filter(
    (advisory) =>
      isSerious(advisory) &&
      !accepted.some(({ id, package: name }) => id === advisory.id && name === advisory.package),
  );
