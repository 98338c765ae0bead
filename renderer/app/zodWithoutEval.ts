/**
 * zod tries at loading whether it may compile parsers, which the content policy reports. Its
 * settings lie in this global, so that they can be made before the schemas are loaded.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
