import { Hono } from 'hono';
import enums from '../../../../locales/en/enums.json' with { type: 'json' };
import fields from '../../../../locales/en/fields.json' with { type: 'json' };
import type { Operation } from '../../../../schemas/api/operation.ts';
import {
  type OperationId,
  type OperationInput,
  type OperationResponse,
  operations,
} from '../../../../schemas/api/operations.ts';
import type { Feature } from '../../../../schemas/entities/access.ts';
import type { ErrorBody } from '../../../../schemas/errors.ts';
import type { Database } from '../../../../server/database/open.ts';
import { AppError } from '../../../../server/errors.ts';
import { createAccountImport } from '../../../../server/features/accountImport/accountImport.ts';
import { createConsumptionHandlers } from '../../../../server/features/consumption/consumption.routes.ts';
import { createPeriodHandlers } from '../../../../server/features/period/period.routes.ts';
import { createPropertyHandlers } from '../../../../server/features/property/property.routes.ts';
import { createReadingsHandlers } from '../../../../server/features/readings/readings.routes.ts';
import { createResourceHandlers } from '../../../../server/features/resource/resource.routes.ts';
import { createSessionHandlers } from '../../../../server/features/session/session.routes.ts';
import { createTenantHandlers } from '../../../../server/features/tenant/tenant.routes.ts';
import { createWarningHandlers } from '../../../../server/features/warnings/warnings.routes.ts';
import { createWaterBalanceHandlers } from '../../../../server/features/waterBalance/waterBalance.routes.ts';
import type { Handlers } from '../../../../server/http/handler.ts';
import { mountOperations } from '../../../../server/http/mount.ts';
import { createLimits } from '../../../../server/identity/limits.ts';
import type { ManifestService } from '../../../../server/manifests/serve/service.ts';
import type { Session } from '../../../../server/session.ts';
import { createWorkPool } from '../../../../server/workPool.ts';
import { marketOf } from '../../../support/markets.ts';

export const licensing: readonly Feature[] = ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV'];

const market: ManifestService['market'] = (country) => ({
  ...marketOf(country),
  information: {
    energyMix: [{ source: 'BIOMASS', percent: 100 }],
    energyMixSource: 'A supplier, 2025',
    contacts: [],
  },
});

interface Asked {
  /** As JSON, or a file as it is. */
  readonly body?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** In place of `query`, as the address has it. */
  readonly search?: string;
}

export interface Caller {
  /** The answer, checked against its schema; a refusal fails the test. */
  ask<Id extends OperationId>(
    account: number,
    id: Id,
    input: OperationInput<Id>,
  ): Promise<OperationResponse<Id>>;
  /** The answer as it comes, of calls that answer files. */
  fetch(account: number, id: OperationId, input: Asked): Promise<Response>;
  /** The error body of a call that must be refused, without its timestamp. */
  refusal(account: number, id: OperationId, input: Asked): Promise<Omit<ErrorBody, 'timestamp'>>;
}

/**
 * The data operations behind real routes; who calls is the bearer token, an account's id. `features`
 * are those that license what is called, `refused` what the account's role doesn't have on other pages.
 */
export function createCaller(
  database: Database,
  now: () => Date,
  features: readonly Feature[] = licensing,
  refused?: OperationId,
): Caller {
  const app = new Hono();
  const parts = {
    database,
    now,
    limits: createLimits(),
    manifests: {
      formDefaults: () => ({}),
      hasForm: () => true,
      market,
      findOperationRefusal: (id: OperationId) =>
        id === refused ? ('notRole' as const) : undefined,
      licensingFeatures: (id: OperationId): readonly Feature[] =>
        id.startsWith('waterBalance.') ? ['ADV_REPORT_WATER_BALANCE'] : features,
    },
  };
  const jobs = { send: () => Promise.reject(new Error('Nobody works here.')) };
  mountOperations({
    app,
    handlers: {
      ...createPropertyHandlers(parts),
      ...createTenantHandlers(parts),
      ...createConsumptionHandlers(parts),
      ...createReadingsHandlers({
        ...parts,
        jobs,
        takers: createAccountImport({ ...parts, jobs }),
        // Files that are sent ahead are for the whole portal's tests.
        files: { get: async () => undefined, discard: async () => undefined },
        manifests: {
          market,
          findOperationRefusal: () => undefined,
          words: () => ({ enums, fields }),
          importSources: () => ({ known: [], broken: [] }),
          importSourceFile: () => {
            throw new Error('Sources are for the whole portal’s tests.');
          },
        },
      }),
      ...createSessionHandlers(parts),
      ...createPeriodHandlers(parts),
      ...createResourceHandlers(parts),
      ...createWarningHandlers(parts),
      ...createWaterBalanceHandlers(parts),
    } as Handlers,
    identity: {
      authenticate: async (header) => sessionOf(Number(header?.split(' ')[1]), features),
    },
    manifests: {
      findOperationRefusal: () => undefined,
      findSubmissionFaults: () => [],
      licensingFeatures: () => features,
      market,
    },
    calls: createWorkPool({ slots: 3, perOwner: 1, maxWaiting: 200 }),
    checkResponses: true,
  });
  app.onError((error, http) => {
    if (error instanceof AppError) return http.json(error.toBody(), error.status);
    throw error;
  });
  const call = async (account: number, id: OperationId, input: Asked) => {
    const { params = {}, query = {}, search, body } = input;
    const { method, path: pattern, body: takes }: Operation = operations[id];
    const type = takes === 'stream' ? 'text/csv' : 'application/json';
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name) => `${params[name]}`);
    const given = Object.entries(query).map(([name, value]) => [name, `${value}`]);
    return app.request(`${path}?${search ?? new URLSearchParams(given)}`, {
      method,
      headers: { authorization: `Bearer ${account}`, 'content-type': type },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  };
  return {
    async ask(account, id, input) {
      const response = await call(account, id, input as Asked);
      const body = await response.json();
      if (!response.ok) throw new Error(`${id} was refused: ${JSON.stringify(body)}`);
      return body;
    },
    fetch: async (account, id, input) => call(account, id, input),
    async refusal(account, id, input) {
      const response = await call(account, id, input);
      const { timestamp: _, ...body } = (await response.json()) as ErrorBody;
      if (response.ok) throw new Error(`${id} was answered: ${JSON.stringify(body)}`);
      return body;
    },
  };
}

function sessionOf(accountId: number, features: readonly Feature[]): Session {
  return {
    accountId,
    user: {
      username: `account-${accountId}`,
      userId: `${accountId}`,
      mail: 'account@meterhouse.example',
      country: 'PL',
      language: 'EN',
      groups: ['portal_user'],
      features: [...features],
    },
    subject: { signedIn: true, country: 'PL', roles: ['portal_user'], features },
  };
}
