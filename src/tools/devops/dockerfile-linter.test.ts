import { expect, it } from 'vitest';

import { inRows } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './dockerfile-linter.js';

interface Report {
  readonly findings: readonly { readonly code: string }[];
}

const codesOf = async (input: string): Promise<string[]> => {
  const { data, message } = await runTool(tool, { input });
  expect(message, input).toBeUndefined();
  return (data as Report).findings.map(({ code }) => code);
};

const from = (...lines: string[]): string => ['FROM debian:12.9', ...lines].join('\n');

/** A code, a Dockerfile that has it, and the same without it: after the documentation of Hadolint. */
const PAIRS: readonly (readonly [code: string, faulty: string, right: string])[] = [
  ['DL3000', from('WORKDIR usr/src/app'), from('WORKDIR /usr/src/app')],
  ['DL3000', from('WORKDIR "app"'), from('WORKDIR "/app"')],
  ['DL3000', from('WORKDIR ./x'), from('WORKDIR $' + '{HOME}/x')],
  ['DL3001', from('RUN ssh host'), from('RUN id')],
  ['DL3001', from('RUN a && kill 1'), from('RUN echo kill')],
  ['DL3002', from('USER root'), from('USER root', 'USER app')],
  ['DL3002', from('USER 0:0'), from('USER 1000')],
  ['DL3003', from('RUN cd /usr/src/app && git clone x'), from('WORKDIR /usr/src/app', 'RUN git clone x')],
  ['DL3004', from('RUN sudo apt-get update'), from('RUN apt-get update')],
  ['DL3005', from('RUN apt-get dist-upgrade -y'), from('RUN apt-get update')],
  ['DL3006', 'FROM debian', 'FROM debian:jessie'],
  ['DL3006', 'FROM host:5000/x', 'FROM host:5000/x:1'],
  ['DL3006', 'FROM a/b AS c', 'FROM a/b@sha256:ab AS c'],
  ['DL3006', 'FROM x:1 AS a\nFROM b', 'FROM x:1 AS a\nFROM a'],
  ['DL3006', 'FROM debian', 'FROM scratch'],
  ['DL3007', 'FROM debian:latest', 'FROM debian:12'],
  ['DL3008', from('RUN apt-get install -y python'), from('RUN apt-get install -y python=2.7')],
  ['DL3008', from('RUN apt-get -y install \\', ' a=1 \\', ' b'), from('RUN apt-get -y install \\', ' a=1 \\', ' b=2')],
  [
    'DL3008',
    from('RUN apt-get install -y --no-install-recommends -t sid x'),
    from('RUN apt-get install -y -t sid x=1'),
  ],
  ['DL3009', from('RUN apt-get install -y a'), from('RUN apt-get install -y a && rm -rf /var/lib/apt/lists/*')],
  ['DL3009', from('RUN apt-get install -y a'), from('RUN --mount=type=cache,target=/var/lib/apt apt-get install -y a')],
  ['DL3011', from('EXPOSE 80000'), from('EXPOSE 65535')],
  ['DL3011', from('EXPOSE 80/http'), from('EXPOSE 80/udp 1000-2000')],
  ['DL3012', from('HEALTHCHECK CMD a', 'HEALTHCHECK CMD b'), from('HEALTHCHECK CMD b')],
  ['DL3013', from('RUN pip install django'), from('RUN pip install django==1.9')],
  ['DL3013', from('RUN pip3 install --no-cache-dir a==1 b'), from('RUN pip3 install -r requirements.txt')],
  ['DL3013', from('RUN python3 -m pip install x'), from('RUN python3 -m pip install x~=1.0')],
  ['DL3013', from('RUN pip install git'), from('RUN pip install https://x.example/a.whl')],
  ['DL3014', from('RUN apt-get install a'), from('RUN apt-get install -y a')],
  ['DL3014', from('RUN apt-get install -q a'), from('RUN apt-get install -qq a')],
  ['DL3014', from('RUN apt-get install a'), from('RUN apt-get --assume-yes install a')],
  ['DL3015', from('RUN apt-get install -y a'), from('RUN apt-get install -y --no-install-recommends a')],
  ['DL3016', from('RUN npm install express'), from('RUN npm install express@4.1.1')],
  ['DL3016', from('RUN npm i -g @a/b'), from('RUN npm i -g @a/b@1')],
  ['DL3016', from('RUN npm install x'), from('RUN npm install')],
  ['DL3017', from('RUN apk upgrade'), from('RUN apk update')],
  ['DL3018', from('RUN apk --no-cache add a'), from('RUN apk --no-cache add a=1-r0')],
  ['DL3018', from('RUN apk add a'), from('RUN apk add a~=1')],
  ['DL3019', from('RUN apk add a=1'), from('RUN apk add --no-cache a=1')],
  ['DL3020', from('ADD requirements.txt /usr/'), from('COPY requirements.txt /usr/')],
  ['DL3020', from('ADD a /b'), from('ADD https://x.example/a /b')],
  ['DL3020', from('ADD a /b'), from('ADD a.tar.gz /b')],
  ['DL3021', from('COPY a b /c'), from('COPY a b /c/')],
  ['DL3021', from('COPY ["a", "b", "/c"]'), from('COPY ["a", "/c"]')],
  ['DL3022', from('COPY --from=build /a /b'), 'FROM a:1 AS build\nFROM a:1\nCOPY --from=build /a /b'],
  ['DL3022', from('COPY --from=1 /a /b'), 'FROM a:1\nFROM a:1\nCOPY --from=0 /a /b'],
  ['DL3022', from('COPY --from=x /a /b'), from('COPY --from=nginx:1 /a /b')],
  ['DL3023', 'FROM a:1 AS b\nCOPY --from=b /a /b', 'FROM a:1 AS b\nFROM a:1 AS c\nCOPY --from=b /a /b'],
  ['DL3024', 'FROM a:1 AS b\nFROM a:1 AS b', 'FROM a:1 AS b\nFROM a:1 AS c'],
  ['DL3025', from('CMD a b'), from('CMD ["a", "b"]')],
  ['DL3025', from('ENTRYPOINT s3cmd'), from('ENTRYPOINT ["s3cmd"]')],
  ['DL3025', from("CMD ['a']"), from('CMD ["a"]')],
  ['DL3027', from('RUN apt update'), from('RUN apt-get update')],
  ['DL3028', from('RUN gem install bundler'), from('RUN gem install bundler:1.1')],
  ['DL3028', from('RUN gem install bundler'), from('RUN gem install bundler -v 1.1')],
  ['DL3029', 'FROM --platform=linux/amd64 a:1', 'FROM --platform=$BUILDPLATFORM a:1'],
  ['DL3030', from('RUN yum install httpd'), from('RUN yum install -y httpd')],
  ['DL3030', from('RUN dnf install a'), from('RUN dnf -y install a')],
  ['DL3042', from('RUN pip install a==1'), from('RUN pip install --no-cache-dir a==1')],
  ['DL3042', from('RUN pip install a==1'), from('RUN --mount=type=cache,target=/root/.cache/pip pip install a==1')],
  ['DL3043', from('ONBUILD FROM debian'), from('ONBUILD RUN a')],
  ['DL3044', from('ENV A=/opt B=$A/x'), from('ENV A=/opt', 'ENV B=$A/x')],
  ['DL3044', from('ENV A="x" B="$' + '{A}y"'), from('ENV A="$A:x"')],
  ['DL3045', from('COPY a b'), from('WORKDIR /c', 'COPY a b')],
  ['DL3045', from('COPY a ./'), from('COPY a /b')],
  ['DL3059', from('RUN a', 'RUN b'), from('RUN a && b')],
  ['DL3059', from('RUN a', 'RUN b'), from('RUN a', 'COPY x /y', 'RUN b')],
  ['DL3061', 'RUN a\nFROM b:1', 'ARG V=1\nFROM b:$V'],
  ['DL4000', from('MAINTAINER a@example.com'), from('LABEL maintainer=a@example.com')],
  ['DL4001', from('RUN wget a && curl b'), from('RUN curl a && curl b')],
  ['DL4003', from('CMD ["a"]', 'CMD ["b"]'), from('CMD ["b"]')],
  ['DL4004', from('ENTRYPOINT ["a"]', 'ENTRYPOINT ["b"]'), from('ENTRYPOINT ["b"]')],
  [
    'DL4006',
    from('RUN wget -O - x | wc -l'),
    from('SHELL ["/bin/bash", "-o", "pipefail", "-c"]', 'RUN wget -O - x | wc -l'),
  ],
  ['DL4006', from('RUN a | b'), from('RUN set -o pipefail && a | b')],
  ['DL4006', from('RUN a | b'), from('RUN a || b')],
  ['DL4006', from('RUN a | b'), from('RUN echo "a | b"')],
  ['secret-in-image', from('ENV DB_PASSWORD=hunter2'), from('ENV DB_PASSWORD_FILE=/run/x')],
  ['secret-in-image', from('ARG API_KEY="abc"'), from('ARG API_KEY')],
  ['unknown-instruction', from('RUM a'), from('run a')],
  ['missing-arguments', from('COPY a'), from('COPY a /b')],
  ['missing-arguments', from('RUN'), from('RUN x')],
  ['shell-form', from('SHELL bash'), from('SHELL ["bash"]')],
  ['shell-syntax', from('RUN echo "a'), from('RUN echo "a"')],
  ['here-document', from('RUN <<EOF', 'a'), from('RUN <<EOF', 'a', 'EOF')],
  ['no-from', '# nothing', 'FROM a:1'],
  ['undeclared-argument', 'FROM a:$V\nFROM $B', 'ARG B=a:1\nFROM $B'],
  ['DL3008', from('RUN <<EOF', 'apt-get install -y a', 'EOF'), from('RUN <<EOF', 'apt-get install -y a=1', 'EOF')],
  ['DL3008', from('RUN apt-get install -y a'), from('# hadolint ignore=DL3008', 'RUN apt-get install -y a')],
];

it('has pairs for the rules', () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(80);
});

it.each(PAIRS)('%s in %j, not in %j', async (code, faulty, right) => {
  expect(await codesOf(faulty)).toContain(code);
  expect(await codesOf(right)).not.toContain(code);
});

inRows(3, [
  'RUN a \\\n'.repeat(10_000),
  'RUN <<A <<B\n'.repeat(5000),
  `RUN ${'"'.repeat(999_001)}`,
  `RUN ${'$('.repeat(400_000)}`,
  `EXPOSE ${'1 '.repeat(400_000)}`,
  `RUN apt-get install ${'a '.repeat(400_000)}`,
  `ENV ${'A=$A '.repeat(100_000)}`,
  `FROM ${'a:'.repeat(400_000)}`,
  'FROM a:1 AS b\n'.repeat(15_000),
])('what is hostile, %#', async (input) => {
  expect([200, 413]).toContain((await runTool(tool, { input })).status);
});
