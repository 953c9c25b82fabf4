import { DockerfileParser } from 'dockerfile-ast';
import { expect } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { readDockerfile } from './dockerfile.js';

const LINES = [
  'FROM alpine:3.20',
  'from node:20 AS build',
  'RUN apk add curl',
  'RUN a && \\',
  '    b',
  '  # a comment',
  '',
  'COPY --from=build --chown=1:1 a b/',
  'CMD ["a", "b c"]',
  'CMD a "b"',
  'ENV A=1 B="x y" \\  ',
  'RUN echo \\',
  '# x',
  '  c \\',
  'RUN <<EOF',
  'EOF',
  'HEALTHCHECK --interval=5s CMD curl x',
  'WORKDIR  /a ',
  'ARG X',
];

inRounds('dockerfile-ast reads the same instructions, flags and lists', [100, 2000], (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const chance = chanceOf(seed);
    const lines = Array.from({ length: 1 + chance(9) }, () => pick(chance, LINES));
    const text = lines.join(pick(chance, ['\n', '\r\n']));
    const theirs = DockerfileParser.parse(text).getInstructions();
    const own = readDockerfile(text).instructions;
    const told = JSON.stringify(text);
    expect(
      own.map(({ name, line }) => [name, line]),
      told,
    ).toEqual(theirs.map((one) => [one.getKeyword(), one.getRange().start.line + 1]));
    for (const [index, instruction] of own.entries()) {
      const theirArguments = theirs[index]?.getArguments().map((one) => one.getValue()) ?? [];
      if (instruction.heredocs.length > 0) continue;
      // Whether flags are among the arguments depends on the instruction there.
      const words = theirArguments.flatMap((one) => one.split(/\s+/)).filter((word) => !/^--[a-z]+=/.test(word));
      expect(
        instruction.value.split(/\s+/).filter((word) => word !== '' && !/^--[a-z]+=/.test(word)),
        told,
      ).toEqual(words);
    }
  }
});
