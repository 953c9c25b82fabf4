import { createRequire } from 'node:module';

import type * as Module from 'chrono-node';

export type { Component, ParsedComponents, Parser, ParsingResult, Refiner } from 'chrono-node';

export type Chrono = InstanceType<(typeof Module)['Chrono']>;

/** The build that Node loads at once: that for modules reads a file for every language. */
export const chrono = createRequire(import.meta.url)('chrono-node') as typeof Module;
