// The boundaries between the rooms (ARCHITECTURE.md): imports point one way, and areas never meet.
/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'shared-imports-nothing-above',
      comment: 'shared/ knows neither the areas nor where it runs.',
      severity: 'error',
      from: { path: '^shared/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(functions|infra|test)/' },
    },
    {
      name: 'functions-import-shared-only',
      comment: 'A function knows what it does, not how it is deployed.',
      severity: 'error',
      from: { path: '^functions/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(infra|test)/' },
    },
    {
      name: 'areas-never-meet',
      comment: 'What two areas need stands in shared/.',
      severity: 'error',
      from: { path: '^functions/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^functions/([^/]+)/', pathNot: '^functions/$1/' },
    },
    {
      name: 'only-tests-import-tests',
      severity: 'error',
      from: { pathNot: '(^test/|\\.test\\.ts$)' },
      to: { path: '^test/' },
    },
    {
      name: 'contracts-are-plain',
      comment:
        'A contract is read by documents, gateways and tests: only zod and declarations, no AWS, no storage.',
      severity: 'error',
      from: { path: '^functions/.*/contract\\.ts$' },
      to: {
        path: '(@aws-sdk|^shared/data/(client|changes|store)\\.ts|store\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'functions-use-their-store',
      comment:
        'No function speaks to DynamoDB past its store. That none opens a store of its own is held by test/isolation/scope.test.ts.',
      severity: 'error',
      from: { path: '^functions/', pathNot: '^functions/platform/|\\.test\\.ts$' },
      to: { path: '^shared/data/client\\.ts$' },
    },
    {
      name: 'only-triggered-handlers-meet-every-tenant',
      comment:
        'Whatever serves requests is handed its one tenant; test/isolation/scope.test.ts holds the rest.',
      severity: 'error',
      from: {
        path: '^(functions|shared)/',
        pathNot: '^functions/.+/handler\\.ts$|^shared/jobs/continue-due-runs\\.ts$|\\.test\\.ts$',
      },
      to: { path: '^shared/(platform/(tenants|iterate-tenants|due-tenants)|jobs/continue-due-runs)\\.ts$' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      // The peers of the bench and the load generator have packages of their own, installed when they run.
      from: { pathNot: '^infra/measure/bench/peers/' },
      to: { couldNotResolve: true, pathNot: '^(aws-lambda|autocannon)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
    parser: 'swc',
  },
};
