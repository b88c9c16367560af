// How much room the areas have in one stack and one API each: as many endpoints as today, and more.
import { describe, expect, it } from 'vitest';
import { listPathResources, mostPathResources } from '../../../infra/aws/deploy/api-resources.ts';
import { areaNames } from '../../../shared/http/areas.ts';
import { domain, endpoints, useProjectStacks } from './project-stacks.ts';
import { getApiBody, listResourcesByType } from './template.ts';

/** AWS CloudFormation User Guide, quotas: "Template body size in an Amazon S3 object" and "Resources". */
const mostBytes = 1_000_000;
const mostResources = 500;
const further = 100;
/** The template of area A is the longest: with so many more endpoints it is full. */
const furtherByBytes = 70;

/** Everything that makes a function's part of the template longer. */
const { template } = useProjectStacks({
  domain,
  tenantCredentials: true,
  canary: {},
  ownTables: Array.from({ length: 10 }, (_, index) => `association-${index}`),
  metrics: 'in pairs',
  mail: { from: 'Example <office@example.org>' },
});

const countBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe.each(areaNames)("area %s's template", (area) => {
  const count = endpoints.filter(({ contract }) => contract.area === area).length;
  /** What the template has for each endpoint alone: its function, and its path's routes. */
  const measure = () => {
    const all = template(area);
    const { paths } = getApiBody(all);
    const functions = Object.fromEntries(listResourcesByType(all, 'AWS::Lambda::Function'));
    return {
      bytes: countBytes(all),
      bytesEach: (countBytes(functions) + countBytes(paths)) / count,
      resources: Object.keys(all.Resources).length,
      pathResources: listPathResources(Object.keys(paths)).length,
    };
  };

  it('has room for 70 more endpoints, of as many bytes each as those of today', () => {
    const { bytes, bytesEach } = measure();
    console.log(
      `${area}: ${count} endpoints, ${Math.round(bytes / 1000)} KB, ${Math.round(bytesEach)} bytes each`,
    );
    expect(bytesEach).toBeGreaterThan(1000);
    expect(bytes + furtherByBytes * bytesEach).toBeLessThan(mostBytes);
  });

  it('has room for their resources', () => {
    const { resources } = measure();
    expect(resources).toBeGreaterThan(count);
    expect(resources + further).toBeLessThanOrEqual(mostResources);
  });

  it("has room in the quota of an API's resources that a deployment asks for", () => {
    const { pathResources } = measure();
    expect(pathResources).toBeGreaterThan(5);
    expect(pathResources * (1 + further / count)).toBeLessThan(mostPathResources);
  });
});
