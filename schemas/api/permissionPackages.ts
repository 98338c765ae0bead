import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import {
  managedPackageSchema,
  packageAdministratorSchema,
  packageChangeSchema,
  packageDraftSchema,
  packageFeatureSchema,
} from '../entities/permissionPackage.ts';
import {
  idParameter,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';

const access = { anyRole: ['portal_support'] } satisfies AccessRule;
const support = { module: 'user-management' as const, access };
const packageParameter = idParameter.describe('Id of the permission package');
const params = z.object({ package: packageParameter });
const done = z.object({ id: managedPackageSchema.shape.id });

/** What is licensed together, and who has it: support's, for its own market. */
export const permissionPackageOperations = {
  'permissionPackage.list': {
    ...support,
    summary: 'The permission packages of the market',
    method: 'GET',
    path: '/api/package',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['name', 'featureCount', 'administrators']),
    }),
    response: pageOf(managedPackageSchema),
  },
  'permissionPackage.get': {
    ...support,
    summary: 'One permission package of the market',
    method: 'GET',
    path: '/api/package/{package}',
    params,
    response: managedPackageSchema,
  },
  'permissionPackage.create': {
    ...support,
    summary: 'Make a permission package',
    method: 'POST',
    path: '/api/package',
    body: packageDraftSchema,
    response: done,
    refusals: ['CONFLICT'],
  },
  'permissionPackage.save': {
    ...support,
    summary: 'Change a permission package, at once for everybody who has it',
    method: 'PUT',
    path: '/api/package/{package}',
    params,
    body: packageChangeSchema,
    response: done,
    refusals: ['CONFLICT'],
  },
  'permissionPackage.remove': {
    ...support,
    summary: 'Delete a permission package that nobody has',
    method: 'DELETE',
    path: '/api/package/{package}',
    params,
    response: done,
    refusals: ['PACKAGE_IN_USE'],
  },
  'permissionPackage.administrators': {
    ...support,
    summary: 'Who has a permission package, for one property or more',
    method: 'GET',
    path: '/api/package/{package}/administrator',
    params,
    query: z.object({ ...pageQuery, ...searchQuery, ...sortQuery(['username', 'properties']) }),
    response: pageOf(packageAdministratorSchema),
  },
  'permissionPackage.features': {
    ...support,
    summary: 'What can be licensed in the market, and whether a package does',
    method: 'GET',
    path: '/api/feature',
    query: z.object({
      package: packageParameter
        .optional()
        .describe('Id of a permission package, to say of each feature whether it has it'),
    }),
    response: pageOf(packageFeatureSchema),
  },
} as const satisfies Record<string, Operation>;
